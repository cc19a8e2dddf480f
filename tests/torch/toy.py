# SPDX-License-Identifier: MIT
"""A small training script as people write them, for tests/torch/says.py: 200 steps on the CPU, its loss as the last line."""
import argparse
import os

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument('--lr', type=float, default=0.05)
parser.add_argument('--epochs', type=int, default=10)
parser.add_argument('--workers', type=int, default=0)
parser.add_argument('--checkpoint', default='toy.pth')
parser.add_argument('--resume', action='store_true')


class Points(Dataset):
    def __init__(self, n, seed):
        draw = torch.Generator().manual_seed(seed)
        self.x = torch.randn(n, 8, generator=draw)
        self.y = self.x.sum(1, keepdim=True).tanh()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def train(model, loader, optimizer, criterion, device):
    model.train()
    total = 0.0
    for i, (x, y) in enumerate(loader):
        x = x.to(device)
        y = y.to(device)
        optimizer.zero_grad()
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def evaluate(model, loader, criterion, device):
    model.eval()
    total = 0.0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        total += criterion(model(x), y).item()
    return total / len(loader)


def main():
    args = parser.parse_args()
    torch.manual_seed(0)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    loader = DataLoader(Points(320, 1), batch_size=16, shuffle=True, num_workers=args.workers)
    held_out = DataLoader(Points(64, 2), batch_size=16)
    model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1)).to(device)
    criterion = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    start = 0
    if args.resume and os.path.exists(args.checkpoint):
        checkpoint = torch.load(args.checkpoint, map_location='cpu')
        model.load_state_dict(checkpoint['model'])
        optimizer.load_state_dict(checkpoint['optimizer'])
        start = checkpoint['epoch'] + 1
    for epoch in range(start, start + args.epochs):
        loss = train(model, loader, optimizer, criterion, device)
        if epoch == start:
            print(f'first {loss:.6f}')
        if (epoch + 1) % 5 == 0:
            held = evaluate(model, held_out, criterion, device)
            print(f'held out {held:.6f}')
        torch.save({'epoch': epoch, 'model': model.state_dict(), 'optimizer': optimizer.state_dict()}, args.checkpoint)
    print(f'last {loss:.6f}')


if __name__ == '__main__':
    main()
