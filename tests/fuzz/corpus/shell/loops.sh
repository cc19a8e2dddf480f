run() { bash dist_train.sh "$1" 4 --work-dir work/$2 & }
for s in 1 2 "3 4"; do run a.py $s || true; done
wait
while [ $# -gt 0 ]; do case $1 in -a) A=$2; shift ;; *) break ;; esac; shift; done
if [ -z "$A" ]; then exit 1; elif [[ $A == x ]]; then torchrun --nproc_per_node=2 train.py & else b+=(1); fi
cat <<EOF | nohup docker run -e X=1 image bash -c 'python train.py --x='
text
EOF
