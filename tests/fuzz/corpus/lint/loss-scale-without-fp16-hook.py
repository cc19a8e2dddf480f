from mmengine.optim import OptimWrapper
from torch.optim import SGD
optim_wrapper = dict(type=OptimWrapper, optimizer=dict(type=SGD, lr=0.1), loss_scale=512.)
