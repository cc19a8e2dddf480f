env_cfg = dict(cudnn_benchmark=True)
randomness = dict(seed=0, deterministic=True)
