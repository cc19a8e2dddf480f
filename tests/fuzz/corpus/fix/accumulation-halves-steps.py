_base_ = './base.py'
optimizer_config = dict(type='GradientCumulativeOptimizerHook', cumulative_iters=4)
runner = dict(type='IterBasedRunner')
