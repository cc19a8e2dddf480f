#!/bin/sh
# SPDX-License-Identifier: MIT
# Data races: $CFGLINT, built with ThreadSanitizer, lints the trees of this repository with four threads, without answers of earlier runs
# and with them, prints diffs of fixes and lists what nothing reads. Any race ends a run with status 66.
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/.." && pwd)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TSAN_OPTIONS="exitcode=66 halt_on_error=1" CFGLINT_CACHE_DIR="$work/cache" XDG_CONFIG_HOME="$work/none"
failed=0
# runs NAME FOLDER ARGUMENTS...
runs() {
	name=$1 folder=$2
	shift 2
	(cd "$folder" && timeout 600 "$CFGLINT" -j4 "$@") >"$work/out" 2>&1
	status=$?
	if [ $status -le 2 ] && ! grep -q 'WARNING: ThreadSanitizer' "$work/out"; then echo "ok $name"; else
		echo "not ok $name exit status $status"
		grep -A 40 'WARNING: ThreadSanitizer' "$work/out" | head -n 60
		failed=1
	fi
}

# copies, for their files' times are of a checkout and answers about files that are too new are not kept
cp -r "$TOP/fixtures/bevseg" "$TOP/fixtures/semantics" "$TOP/fixtures/programs" "$TOP/tests/mutants/tree" "$work"
mkdir "$work/cli"
for input in "$TOP"/fixtures/cli/*/input; do
	cp -r "$input" "$work/cli/$(basename "$(dirname "$input")")"
done
rm -f "$work"/cli/*/.cfglint.yaml
# many configs that ask the same of the same training code at once
mkdir -p "$work/asks/configs" "$work/asks/tools" "$work/asks/pkg" "$work/asks/.git"
: >"$work/asks/pkg/__init__.py"
cat >"$work/asks/pkg/helpers.py" <<'E'
from mmcv.utils import Registry
from mmcv.runner import EvalHook as Base
DATASETS = Registry('datasets')
class EvalHook(Base):
    def __init__(self, *args, own=None, **kwargs):
        super().__init__(*args, **kwargs)
def evaluate(data, evaluation):
    return EvalHook(data, **evaluation)
@DATASETS.register_module()
class Set:
    def evaluate(self, results, metric='a'):
        return {}
E
cat >"$work/asks/tools/train.py" <<'E'
from mmcv import Config
from pkg.helpers import *
def main():
    cfg = Config.fromfile('a.py')
    evaluate(cfg.data, cfg.evaluation)
main()
E
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
	printf 'model = dict(type="A")\noptimizer = dict(lr=%d)\nevaluation = dict(interval=1, own=2, metric="b", colour=3)\ndata = dict(train=dict(type="Set"), val=dict(type="Set"))\n' \
		$i >"$work/asks/configs/c$i.py"
done
find "$work" -type f -exec touch -d '1 hour ago' {} +
for tree in asks bevseg semantics programs tree cli; do
	runs "${tree}_cold" "$work/$tree" . --extend-select all
	runs "${tree}_warm" "$work/$tree" . --extend-select all
	runs "${tree}_diff" "$work/$tree" . --diff --unsafe-fixes
done
runs bevseg_slow "$work/bevseg" slow .
runs bevseg_unread "$work/bevseg" unread $(cd "$work/bevseg" && find configs -name '*.py' | head -n 8)
exit $failed
