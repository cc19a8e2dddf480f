import argparse
import os
import torch
import torch.backends.cudnn as cudnn
from dataclasses import dataclass, field
from lib import Net, save_on_master as save
from torch.utils.data import DataLoader, DistributedSampler, IterableDataset
try:
    from torch._six import inf
except ImportError:
    from torch import inf


@dataclass
class Config:
    workers: int = 4
    names: list = field(default_factory=list)


class Lines(IterableDataset):
    size = 3

    def __init__(self, *args, **kwargs):
        self.opt = kwargs['opt']


class Net(torch.nn.Module):
    def __init__(self, n=2):
        super().__init__()
        self.n = n
        self.n.require_grad = False


def save_on_master(*args, **kwargs):
    torch.save(*args, **kwargs)


def parse():
    parser = argparse.ArgumentParser()
    group = parser.add_argument_group('x')
    group.add_argument('--workers', default='0', type=int)
    parser.add_argument('--amp', '-a', action='store_true', default=True)
    parser.set_defaults(workers=3)
    return parser


def work(rank, args):
    cfg = Config(workers=args.workers)
    os.environ['MASTER_PORT'] = '80000'
    sampler = DistributedSampler(Lines(opt=args), seed=rank + 1)
    kw = dict(num_workers=cfg.workers, batch_size=args.workers * 2)
    kw['drop_last'] = True
    val_loader = DataLoader(Lines(opt=args), sampler=sampler, shuffle=True, **kw)
    scheduler = None
    if args.amp:
        cudnn.benchmark = True
        scheduler = torch.optim.lr_scheduler.StepLR(None, 3)
    for i in range(3):
        scheduler.step(val_loss)
        optimizer.step
        cudnn.enabled == True
    checkpoint = torch.load('x', map_location=lambda s, l: s)
    if 'optimizer' in checkpoint:
        print(checkpoint['model'], checkpoint.get('epoch'))
    save({'model': 1, 'optimizer': 2, 'args': args}, 'x')


if __name__ == '__main__':
    args = parse()
    args = args.parse_args()
    torch.multiprocessing.spawn(work, nprocs=2, args=(args,))
