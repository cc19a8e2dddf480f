# cfglint: base-batch=16
data = dict(samples_per_gpu=2)
optimizer = dict(type='AdamW', lr=1e-4)
optimizer_config = dict(type='GradientCumulativeOptimizerHook', cumulative_iters=4)
