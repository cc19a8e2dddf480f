from mmcv import Config
def build(cfg, **kw):
    args = cfg.copy()
    kind = args.pop('type')
    if kind == 'Net':
        return Net(**args)
    for k, v in sorted(args.items()):
        setattr(cfg, k, v) if k else None
    return [build(x) for x in cfg.head if isinstance(x, dict)]
def main(args):
    cfg = Config.fromfile(args.config)
    data = cfg['data']
    train, *rest = data.train, data.get('val', {}), lambda c=cfg: c.optimizer.lr
    loader = {'batch': data.samples_per_gpu, **data.train.pipeline[0]}
    with open(cfg.work_dir) as f, f:
        f.write(cfg.pretty_text)
    try:
        cfg.evaluation.update(metric='mIoU')
    except (KeyError, AttributeError) as e:
        raise
    while (n := next(loader, None)): cfg.merge_from_dict({'lr': n})
    return build(cfg.model, train=train)
if __name__ == '__main__':
    main(1)
