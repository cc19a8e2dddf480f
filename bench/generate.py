#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes trees of configs that stress one thing each.

    generate.py FOLDER [children|chain|ladder|files|family ...]

children  10,000 configs that inherit from one base of 2,000 keys
chain     50 configs, each inherits from the next
ladder    two wide, 20 deep: each inherits from both of the next rung (2**20 paths, 40 files)
files     100,000 small files
family    300 configs as detectors have them: bases of model, data, schedule and runtime, variants of variants
"""
import os
import sys


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as f:
        f.write(text)


def children(top):
    write(f'{top}/base.py', ''.join(f'k{i} = dict(a={i}, b=[1, 2, 3])\n' for i in range(2000)))
    for i in range(10000):
        write(f'{top}/c{i}.py', f"_base_ = './base.py'\nk{i % 2000} = dict(a=-1)\n")


def chain(top):
    for i in range(50):
        base = f"_base_ = './c{i + 1}.py'\n" if i < 49 else ''
        write(f'{top}/c{i}.py', f'{base}d = dict(k{i}=1)\n')


def ladder(top):
    for i in range(20):
        for side in 'ab':
            write(f'{top}/{side}{i}.py', f"_base_ = ['./a{i + 1}.py', './b{i + 1}.py']\n" if i < 19 else '')


def files(top):
    for i in range(100000):
        write(f'{top}/d{i // 1000}/c{i}.py', f'_base_ = []\nmodel = dict(type="M{i}", depth={i % 100}, stages=[1, 2, 3])\n')


DATA = """\
dataset_type = 'CocoDataset'
data_root = 'data/coco/'
norm = dict(mean=[123.675, 116.28, 103.53], std=[58.395, 57.12, 57.375], to_rgb=True)
train_pipeline = [
    dict(type='LoadImageFromFile'),
    dict(type='LoadAnnotations', with_bbox=True),
    dict(type='Resize', img_scale=(1333, 800), keep_ratio=True),
    dict(type='RandomFlip', flip_ratio=0.5),
    dict(type='Normalize', **norm),
    dict(type='Pad', size_divisor=32),
    dict(type='Collect', keys=['img', 'gt_bboxes', 'gt_labels']),  # what the model gets
]
data = dict(
    samples_per_gpu=2,
    workers_per_gpu=2,
    train=dict(type=dataset_type, ann_file=data_root + 'train.json', img_prefix=data_root + 'train/',
               pipeline=train_pipeline),
    val=dict(type=dataset_type, ann_file=data_root + 'val.json', img_prefix=data_root + 'val/', pipeline=train_pipeline))
evaluation = dict(interval=1, metric='bbox')
"""
MODEL = """\
model = dict(
    type='Detector{i}',
    pretrained=None,
    backbone=dict(
        type='Net', depth={depth}, num_stages=4, out_indices=(0, 1, 2, 3), frozen_stages=1,
        norm_cfg=dict(type='BN', requires_grad=True), norm_eval=True, style='pytorch'),
    neck=dict(type='Pyramid', in_channels=[256, 512, 1024, 2048], out_channels=256, num_outs=5),
    head=dict(
        type='Head', num_classes=80, in_channels=256, stacked_convs={convs}, feat_channels=256,
        anchors=dict(type='Anchors', scales=[8 * 2 ** (k / 3) for k in range(3)], ratios=[0.5, 1.0, 2.0]),
        loss=dict(type='Loss', gamma=2.0, alpha=0.25, weight=1.0)),
    train_cfg=dict(assigner=dict(pos=0.5, neg=0.4, least=0), allowed_border=-1, debug=False),
    test_cfg=dict(most=1000, threshold=0.05, nms=dict(type='nms', iou=0.5), per_image=100))
"""
SCHEDULE = """\
optimizer = dict(type='SGD', lr=0.02, momentum=0.9, weight_decay=0.0001)
optimizer_config = dict(grad_clip=None)
lr_config = dict(policy='step', warmup='linear', warmup_iters=500, warmup_ratio=0.001, step=[{a}, {b}])
total_epochs = {end}
"""
RUNTIME = """\
checkpoint_config = dict(interval=1)
log_config = dict(interval=50, hooks=[dict(type='TextLoggerHook')])
dist_params = dict(backend='nccl')
log_level = 'INFO'
load_from = None
resume_from = None
workflow = [('train', 1)]
"""


def family(top):
    write(f'{top}/_base_/data.py', DATA)
    write(f'{top}/_base_/runtime.py', RUNTIME)
    for n in (1, 2):
        write(f'{top}/_base_/schedule_{n}x.py', SCHEDULE.format(a=8 * n, b=11 * n, end=12 * n))
    for i in range(20):
        write(f'{top}/_base_/model{i}.py', MODEL.format(i=i, depth=50 + i, convs=1 + i % 4))
        first = f'net{i}_1x.py'
        write(f'{top}/detector{i}/{first}',
              f"_base_ = ['../_base_/model{i}.py', '../_base_/data.py', '../_base_/schedule_1x.py', '../_base_/runtime.py']\n")
        for k in range(13):
            write(f'{top}/detector{i}/net{i}_v{k}.py',
                  f"_base_ = './{first}'\nmodel = dict(\n    backbone=dict(depth={100 + k}, norm_eval=False),\n"
                  f"    head=dict(loss=dict(_delete_=True, type='Other', weight={k}.5)))\noptimizer = dict(lr=0.0{k + 1})\n")


def main():
    kinds = {f.__name__: f for f in (children, chain, ladder, files, family)}
    for name in sys.argv[2:] or kinds:
        kinds[name](os.path.join(sys.argv[1], name, 'configs'))


if __name__ == '__main__':
    main()
