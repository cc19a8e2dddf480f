// SPDX-License-Identifier: MIT
/* Runs git as a child process: posix_spawn with an own environment, input from a memory file, output through a pipe
 * that is read with a limit of bytes and of silent seconds.
 *
 * Invariant: neither the repository nor its folder decides which program runs or with which settings: relative
 * folders of PATH and folders inside the work tree are skipped, GIT_ variables but that of the index are removed,
 * hooks and monitors are turned off.
 *
 *	PATH=.:/usr/bin			/usr/bin/git
 *	10 seconds without a byte	the child is killed: "git printed nothing for 10 seconds and was stopped"
 *	more output than `most`		an error; the child ends by SIGPIPE */
#include "cli/git/git.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/git/repository.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 24, VARIABLES_MAX = 1000, SAID_MAX = 300 };

#define USUAL_PATH "/usr/local/bin:/usr/bin:/bin"

extern char **environ;

/* --- which git */

static bool is_program(const char *path)
{
	mode_t mode = disk_mode(path);

	return S_ISREG(mode) && (mode & 0111);
}

/* Whether a folder of PATH counts: relative ones, and empty ones, are the work tree's. */
static bool is_safe(struct arena *a, const char *top, const char *dir)
{
	const char *real = *dir == '/' ? path_real(a, dir) : NULL;

	return real && !(top && path_inside(top, real));
}

/* The program may be a link out of a folder that counts, into the work tree. */
static bool find_program(struct arena *a, const char *top, struct git *out)
{
	const char *path = getenv("PATH"), *one, *real;
	struct buf folders = { 0 };

	for (path = path && *path ? path : USUAL_PATH;; path++) {
		one = arena_strndup(a, path, strcspn(path, ":"));
		path += strlen(one);
		if (is_safe(a, top, one)) {
			buf_printf(&folders, "%s%s", folders.n ? ":" : "", one);
			one = path_join(a, one, "git");
			real = out->program || !is_program(one) ? NULL : path_real(a, one);
			if (real && !(top && path_inside(top, real)))
				out->program = one;
		}
		if (!*path)
			break;
	}
	out->path = arena_printf(a, "PATH=%s", folders.n ? buf_str(&folders) : USUAL_PATH);
	buf_release(&folders);
	return out->program;
}

bool git_open(struct arena *a, const char *dir, const char *const *allow, struct git *out, struct err *e)
{
	struct repository r;

	*out = (struct git){ .dir = arena_strdup(a, dir) };
	if (!repository_find(a, dir, allow, &r, e))
		return false;
	out->top = r.top;
	return find_program(a, r.top, out) || err_set(e, ERR_NOT_FOUND,
						      "git is not installed (in an absolute folder of PATH outside the "
						      "repository), and revisions are read with it");
}

/* --- running it */

/* `git commit -a` has its hooks read another index. */
static bool is_steering(const char *variable)
{
	return !strncmp(variable, "GIT_", 4) && strncmp(variable, "GIT_INDEX_FILE=", 15) != 0;
}

/* Settings that nothing outside may change, and that restrict git to local objects of the checked repository. */
static void make_environment(struct arena *a, const struct git *git, char **env)
{
	static const char *const own[] = { "GIT_TERMINAL_PROMPT=0",    "GIT_NO_LAZY_FETCH=1",
					   "GIT_ALLOW_PROTOCOL=none",  "GIT_OPTIONAL_LOCKS=0",
					   "GIT_NO_REPLACE_OBJECTS=1", "GIT_PAGER=cat",
					   "GIT_CONFIG_COUNT=0",       "LC_ALL=C" };
	size_t n = 0;

	for (char **e = environ; *e && n < VARIABLES_MAX; e++)
		if (!is_steering(*e) && strncmp(*e, "LC_ALL=", 7) && strncmp(*e, "PATH=", 5))
			env[n++] = *e;
	env[n++] = arena_strdup(a, git->path);
	if (git->top)
		env[n++] = arena_printf(a, "GIT_CEILING_DIRECTORIES=%s", path_dir(a, git->top));
	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		env[n++] = arena_strdup(a, own[i]);
	env[n] = NULL;
}

static void make_arguments(struct arena *a, char **argv, const char *dir, const char *const *more)
{
	static const char *const safe[] = { "-c",	 "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
					    "-c",	 "protocol.allow=never", "-c", "safe.bareRepository=explicit",
					    "--no-pager" };
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

static int start(const char *program, char **argv, char **env, int in, int out, int said, pid_t *pid)
{
	posix_spawn_file_actions_t acts;
	int rc;

	posix_spawn_file_actions_init(&acts);
	posix_spawn_file_actions_adddup2(&acts, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&acts, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&acts, said, STDERR_FILENO);
	rc = posix_spawn(pid, program, &acts, NULL, argv, env);
	posix_spawn_file_actions_destroy(&acts);
	return rc;
}

enum ending { ENDED, TOO_MUCH, SILENT };

static enum ending read_all(int fd, size_t most, struct buf *out)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char part[1 << 16];
	ssize_t n = 1;
	int ready;

	while (n) {
		ready = poll(&p, 1, GIT_SILENT * 1000);
		if (!ready)
			return SILENT;
		n = ready < 0 ? -1 : read(fd, part, sizeof part);
		if (n < 0 && errno != EINTR)
			break;
		if (n > 0 && out->n + (size_t)n > most)
			return TOO_MUCH;
		if (n > 0)
			buf_add(out, part, (size_t)n);
	}
	return ENDED;
}

static void first_line(int said, char *text)
{
	ssize_t n = pread(said, text, SAID_MAX, 0);

	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

/* false: it hasn't ended within so many seconds; one that was killed may still wait for a disk. */
static bool ends_within(pid_t pid, int seconds, int *status)
{
	const struct timespec pause = { .tv_nsec = 1000 * 1000 };
	pid_t got;

	for (int tries = 0; tries < seconds * 1000; tries++) {
		got = waitpid(pid, status, WNOHANG);
		if (got == pid || (got < 0 && errno != EINTR))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static bool judge(pid_t pid, int said, enum ending how, size_t most, struct err *e)
{
	char text[SAID_MAX + 1];
	int status = 0;

	if (how == SILENT || !ends_within(pid, GIT_SILENT, &status)) {
		kill(pid, SIGKILL);
		ends_within(pid, 1, &status);
		return err_set(e, ERR_LIMIT, "git printed nothing for %d seconds and was stopped", GIT_SILENT);
	}
	if (how == TOO_MUCH)
		return err_set(e, ERR_LIMIT, "git: more than %zu MiB", most >> 20);
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return true;
	first_line(said, text);
	return err_set(e, ERR_IO, "%s", *text ? text : "git failed");
}

static bool run(const char *program, char **argv, char **env, int in, int said, size_t most, struct buf *out,
		struct err *e)
{
	enum ending how;
	int ends[2], rc;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return err_set(e, ERR_IO, "git: %s", strerror(errno));
	rc = start(program, argv, env, in, ends[1], said, &pid);
	close(ends[1]);
	if (rc) {
		close(ends[0]);
		return err_set(e, ERR_NOT_FOUND, "git: %s", strerror(rc));
	}
	how = read_all(ends[0], most, out);
	close(ends[0]); /* the child gets SIGPIPE if it writes more than is read */
	return judge(pid, said, how, most, e);
}

bool git_run(const struct git *git, const char *const *arguments, const char *input, size_t n, size_t most,
	     struct buf *out, struct err *e)
{
	char *argv[ARGUMENTS_MAX + 1], *env[VARIABLES_MAX + 16];
	struct arena a = { 0 };
	int in = in_memory(input, n), said = in_memory("", 0);
	bool good;

	make_arguments(&a, argv, git->dir, arguments);
	make_environment(&a, git, env);
	good = in >= 0 && said >= 0 ? run(git->program, argv, env, in, said, most, out, e)
				    : err_set(e, ERR_IO, "git: %s", strerror(errno));
	if (in >= 0)
		close(in);
	if (said >= 0)
		close(said);
	arena_release(&a);
	return good;
}
