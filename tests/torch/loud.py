# SPDX-License-Identifier: MIT
"""A small training script that evaluates after each epoch and tells every loss, for tests/torch/says.py: all digits count."""
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument('--epochs', type=int, default=7)
args = parser.parse_args()

torch.manual_seed(0)
device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
x = torch.randn(96, 8)
y = x.sum(1, keepdim=True).tanh()
train_loader = DataLoader(TensorDataset(x[:80], y[:80]), batch_size=8, shuffle=True)
val_loader = DataLoader(TensorDataset(x[80:], y[80:]), batch_size=8)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1)).to(device)
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)


def train(epoch):
    model.train()
    running = 0.0
    for i, (a, b) in enumerate(train_loader):
        a, b = a.to(device), b.to(device)
        optimizer.zero_grad()
        loss = criterion(model(a), b)
        loss.backward()
        optimizer.step()
        running += loss.item() * a.size(0)
        if i % 5 == 4:
            print(f'{epoch} {i} running {running / 5!r}')
            running = 0.0
        torch.cuda.empty_cache()
    return running


def tell(epoch):
    for i, (a, b) in enumerate(train_loader):
        loss = criterion(model(a.to(device)), b.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print('step', epoch, i, loss.item())


def validate():
    model.eval()
    total = 0
    for a, b in val_loader:
        total += criterion(model(a.to(device)), b.to(device)).item()
    return total / len(val_loader)


best = None
for epoch in range(1, args.epochs + 1):
    train(epoch)
    tell(epoch)
    right = validate()
    print('held out', epoch, repr(right))
    if best is None or right < best:
        best = right
print('best', repr(best))
