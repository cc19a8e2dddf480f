# SPDX-License-Identifier: MIT
# The folders of src/ are rooms in one order, lowest first: a file includes from its own room and from those before it, so
# there are no circles. awk -f tools/layers.awk $(find src -name '*.[ch]')
BEGIN {
	n = split("base text python/syntax python/value python/state python/ops python/builtin python/eval spec project subject config code " \
		"facts facts/function lint/rules lint/settings lint/finding lint/judge lint fix/edit fix/proof fix fix/variant " \
		"report cli cli/command . spec/build", name, " ")
	for (i = 1; i <= n; i++)
		level[name[i]] = i
}
function room(path) {
	if (!sub("/[^/]*$", "", path))
		return "."
	return path
}
FNR == 1 {
	own = FILENAME
	sub("^src/", "", own)
	own = room(own)
	if (!(own in level)) {
		printf "%s: folder %s is no room of the list in tools/layers.awk\n", FILENAME, own
		bad = 1
	}
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, quoted, "\"")
	to = room(quoted[2])
	if (!(to in level)) {
		printf "%s:%d: \"%s\" is in no room\n", FILENAME, FNR, quoted[2]
		bad = 1
	} else if (level[to] > level[own]) {
		printf "%s:%d: %s includes \"%s\" from above\n", FILENAME, FNR, own, quoted[2]
		bad = 1
	}
}
END { exit bad }
