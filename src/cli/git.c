// SPDX-License-Identifier: MIT
#include "cli/git.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 24, VARIABLES_MAX = 1000, SAID_MAX = 300 };

extern char **environ;

/* What nobody may steer from outside, and what keeps git to the objects that are here. */
static void make_environment(struct arena *a, char **env)
{
	static const char *const own[] = { "GIT_TERMINAL_PROMPT=0",    "GIT_NO_LAZY_FETCH=1",
					   "GIT_ALLOW_PROTOCOL=none",  "GIT_OPTIONAL_LOCKS=0",
					   "GIT_NO_REPLACE_OBJECTS=1", "GIT_PAGER=cat",
					   "GIT_CONFIG_COUNT=0",       "LC_ALL=C" };
	size_t n = 0;

	for (char **e = environ; *e && n < VARIABLES_MAX; e++)
		if (strncmp(*e, "GIT_", 4) && strncmp(*e, "LC_ALL=", 7))
			env[n++] = *e;
	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		env[n++] = arena_strdup(a, own[i]);
	env[n] = NULL;
}

static void make_arguments(struct arena *a, char **argv, const char *dir, const char *const *more)
{
	static const char *const safe[] = { "-c", "core.fsmonitor=false", "-c",	       "core.hooksPath=/dev/null",
					    "-c", "protocol.allow=never", "--no-pager" };
	size_t n = 0;

	argv[n++] = arena_strdup(a, "git");
	argv[n++] = arena_strdup(a, "-C");
	argv[n++] = arena_strdup(a, dir);
	for (size_t i = 0; i < ARRAY_SIZE(safe); i++)
		argv[n++] = arena_strdup(a, safe[i]);
	for (; *more; more++) {
		CHECK(n < ARGUMENTS_MAX);
		argv[n++] = arena_strdup(a, *more);
	}
	argv[n] = NULL;
}

/* A file in memory that holds the bytes, to be read from its beginning; -1: errno. */
static int in_memory(const char *bytes, size_t n)
{
	int fd = memfd_create("git", MFD_CLOEXEC);

	for (size_t done = 0; fd >= 0 && done < n;) {
		ssize_t k = write(fd, bytes + done, n - done);

		if (k <= 0) {
			close(fd);
			return -1;
		}
		done += (size_t)k;
	}
	if (fd >= 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

static int start(char **argv, char **env, int in, int out, int said, pid_t *pid)
{
	posix_spawn_file_actions_t acts;
	int rc;

	posix_spawn_file_actions_init(&acts);
	posix_spawn_file_actions_adddup2(&acts, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&acts, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&acts, said, STDERR_FILENO);
	rc = posix_spawnp(pid, "git", &acts, NULL, argv, env);
	posix_spawn_file_actions_destroy(&acts);
	return rc;
}

static bool read_all(int fd, size_t most, struct buf *out)
{
	char part[1 << 16];
	ssize_t n;

	while ((n = read(fd, part, sizeof part)) > 0 || (n < 0 && errno == EINTR)) {
		if (n > 0 && out->n + (size_t)n > most)
			return false;
		if (n > 0)
			buf_add(out, part, (size_t)n);
	}
	return true;
}

static void first_line(int said, char *text)
{
	ssize_t n = pread(said, text, SAID_MAX, 0);

	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

static bool wait_for(pid_t pid, int said, bool whole, size_t most, struct err *e)
{
	char text[SAID_MAX + 1];
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!whole)
		return err_set(e, ERR_LIMIT, "git: more than %zu MiB", most >> 20);
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return true;
	first_line(said, text);
	return err_set(e, ERR_IO, "%s", *text ? text : "git failed");
}

static bool run(char **argv, char **env, int in, int said, size_t most, struct buf *out, struct err *e)
{
	int ends[2], rc;
	bool whole;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return err_set(e, ERR_IO, "git: %s", strerror(errno));
	rc = start(argv, env, in, ends[1], said, &pid);
	close(ends[1]);
	if (rc) {
		close(ends[0]);
		return err_set(e, ERR_NOT_FOUND,
			       rc == ENOENT ? "git is not installed: revisions are read by it" : "git: %s",
			       strerror(rc));
	}
	whole = read_all(ends[0], most, out);
	close(ends[0]); /* who writes more than is taken ends by that */
	return wait_for(pid, said, whole, most, e);
}

bool git_run(const char *dir, const char *const *arguments, const char *input, size_t n, size_t most, struct buf *out,
	     struct err *e)
{
	char *argv[ARGUMENTS_MAX + 1], *env[VARIABLES_MAX + 16];
	struct arena a = { 0 };
	int in = in_memory(input, n), said = in_memory("", 0);
	bool good;

	make_arguments(&a, argv, dir, arguments);
	make_environment(&a, env);
	good = in >= 0 && said >= 0 ? run(argv, env, in, said, most, out, e)
				    : err_set(e, ERR_IO, "git: %s", strerror(errno));
	if (in >= 0)
		close(in);
	if (said >= 0)
		close(said);
	arena_release(&a);
	return good;
}
