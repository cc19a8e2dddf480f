# A project for mistakes to be made in: nothing runs it.
from mmcv import Config
from mmcv.runner import build_optimizer, build_runner

from net.build import build_dataset, build_model


def main(args):
    cfg = Config.fromfile(args.config)
    model = build_model(cfg.model)
    dataset = build_dataset(cfg.data.train)
    optimizer = build_optimizer(model, cfg.optimizer)
    runner = build_runner(cfg.runner, default_args=dict(model=model, optimizer=optimizer, work_dir=cfg.work_dir))
    runner.register_training_hooks(cfg.lr_config, cfg.optimizer_config, cfg.checkpoint_config, cfg.log_config)
    runner.run([dataset], cfg.workflow)


if __name__ == '__main__':
    main(None)
