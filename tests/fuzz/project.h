// SPDX-License-Identifier: MIT
/* The config of the targets about training code. */
#ifndef TESTS_PROJECT_H
#define TESTS_PROJECT_H

static const char project_config[] = "model = dict(type='Net', depth=50, wide=1, head=dict(type='Head', loss=None))\n"
				     "data = dict(samples_per_gpu=2, workers_per_gpu=2,\n"
				     "            train=dict(type='Set', pipeline=[dict(type='Load', color=1)]))\n"
				     "optimizer = dict(type='SGD', lr=0.1)\n"
				     "evaluation = dict(interval=1, metric='mAP')\n"
				     "custom_hooks = [dict(type='Hook', priority=1)]\n"
				     "unread = 1\n";
#endif
