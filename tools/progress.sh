#!/bin/sh
# SPDX-License-Identifier: MIT
# progress.sh FOLDER TOTAL: one more file of a build folder is compiled. Prints a line at each tenth of TOTAL, so that a long build shows that it
# goes on and a short one prints nothing. FOLDER/compiled has a byte for each file; the Makefile removes it at its start.
echo >>"$1/compiled"
done=$(wc -c <"$1/compiled")
if [ $((done * 10 / $2)) -gt $(((done - 1) * 10 / $2)) ]; then
	echo "cfglint: compiling $1, $((done * 10 / $2))0 %"
fi
