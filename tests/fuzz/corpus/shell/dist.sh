#!/usr/bin/env bash
#SBATCH --nodes=2 --gres=gpu:8
set -eo pipefail
CONFIG=$1 GPUS=${2:-8}
export NCCL_DEBUG=INFO PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True,max_split_size_mb:64
args=(--seed 0 "${@:3}")
PYTHONPATH="$(dirname $0)/..":$PYTHONPATH CUDA_VISIBLE_DEVICES=0,1 \
srun -n4 python -m torch.distributed.launch --nproc_per_node=$GPUS --master_port=${PORT:-29500} \
    $(dirname "$0")/train.py $CONFIG --launcher pytorch "${args[@]}" --cfg-options k=[1, 2] 2>&1 | tee log.txt
