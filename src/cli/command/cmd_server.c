// SPDX-License-Identifier: MIT
/* `cfglint server`: speaks the language server protocol on standard input and output. */
#include "cli/command/priv.h"
#include "server/server.h"
#include <unistd.h>

int cmd_server(struct session *s)
{
	int out;

	if (s->o->words.n) {
		complain(s, "server takes no words; the editor names files");
		return s->status;
	}
	out = dup(STDOUT_FILENO); /* what is printed by mistake must not stand between messages */
	if (out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
		complain(s, "standard output can't be written to");
		return s->status;
	}
	s->status = server_run(s, STDIN_FILENO, out);
	close(out);
	return s->status;
}
