# SPDX-License-Identifier: MIT
# Folders of src/ are layers: a file includes from its own or a lower one. awk -f tools/layers.awk src/*/*.[ch]
BEGIN {
	n = split("base text lang config code lint fix out cli", name, " ")
	for (i = 1; i <= n; i++)
		level[name[i]] = i
}
FNR == 1 {
	split(FILENAME, part, "/")
	own = part[2]
	if (!(own in level)) {
		printf "%s: folder %s is no layer\n", FILENAME, own
		bad = 1
	}
}
/^[ \t]*#[ \t]*include[ \t]*"[^"]*\// {
	split($0, quoted, "\"")
	split(quoted[2], part, "/")
	if (!(part[1] in level)) {
		printf "%s:%d: \"%s\" is in no layer\n", FILENAME, FNR, quoted[2]
		bad = 1
	} else if (level[part[1]] > level[own]) {
		printf "%s:%d: %s includes \"%s\" from above\n", FILENAME, FNR, own, quoted[2]
		bad = 1
	}
}
END { exit bad }
