train_cfg = dict(by_epoch=False, max_iters=40000)
log_processor = dict(window_size=10, by_epoch=True)
