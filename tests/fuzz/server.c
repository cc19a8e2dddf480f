// SPDX-License-Identifier: MIT
/* A conversation with the language server: each line of the input is a message, behind one that initializes. What is
 * opened lies where nothing is. */
#include "fuzz.h"
#include "server/server.h"
#include <sys/mman.h>
#include <unistd.h>

static void put(int fd, const char *text, size_t n)
{
	char head[64];

	snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", n);
	fuzz_expect(write(fd, head, strlen(head)) > 0 && write(fd, text, n) == (ssize_t)n, "the input can't be kept");
}

void fuzz_input(const char *text, size_t n)
{
	static const char hello[] = "{\"id\": 1, \"method\": \"initialize\", \"params\": {\"capabilities\": {}}}";
	int in = memfd_create("in", 0), out = memfd_create("out", 0);
	struct opts o = { .command = CMD_SERVER, .isolated = true, .no_cache = true, .quiet = true };
	struct session s = { .o = &o, .kinds = known_kinds };

	put(in, hello, strlen(hello));
	for (const char *end; n; n -= (size_t)(end - text), text = end) {
		end = memchr(text, '\n', n);
		end = end ? end + 1 : text + n;
		if (!memmem(text, (size_t)(end - text), "rootUri", 7) && !memmem(text, (size_t)(end - text), "args", 4))
			put(in, text, (size_t)(end - text));
	}
	lseek(in, 0, SEEK_SET);
	fuzz_expect(server_run(&s, in, out) <= EXIT_FINDINGS, "another status");
	close(in);
	close(out);
}
