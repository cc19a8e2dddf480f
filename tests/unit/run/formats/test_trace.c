// SPDX-License-Identifier: MIT
/* Traces of PyTorch, in whatever parts they come. */
#include "run/formats.h"
#include "run/formats/trace.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>

#define STEP(at, cat) \
	"{\"ph\": \"X\", \"cat\": \"" cat "\", \"name\": \"ProfilerStep#2\", \"ts\": " at ", \"dur\": 100000.0, " \
	"\"args\": {\"External id\": 1, \"dur\": 7, \"x\": [{\"ph\": \"X\", \"name\": \"ProfilerStep#9\", \"dur\": " \
	"1, \"ts\": 1}]}},\n"
#define LOAD(at) \
	"{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": " \
	"\"enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__\", \"ts\": " at ", \"dur\": 30000},\n"
#define KERNEL(at, dur) \
	"{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void f<\\\"a\\\\\\\", {}>\", \"ts\": " at ", \"dur\": " dur \
	"},\n"
/* clang-format off */
/* two streams; one kernel lies before the steps, one beyond them */
#define EVENTS \
	KERNEL("0", "500") STEP("1713600000000000", "user_annotation") STEP("1713600000000000", "gpu_user_annotation") \
	LOAD("1713600000000000") KERNEL("1713600000040000", "20000") KERNEL("1713600000050000", "20000") \
	KERNEL("1713600000195000", "50000") STEP("1713600000100000", "user_annotation") \
	"{\"ph\": \"M\", \"name\": \"process_name\", \"args\": {\"name\": \"python\"}}"
/* clang-format on */

static struct trace trace_of(const char *text, size_t part)
{
	struct trace_reader *t = trace_reader_new();
	struct trace out;

	assert_true(trace_begins(text, strlen(text)));
	for (size_t i = 0, n = strlen(text); i < n; i += part)
		trace_reader_part(t, text + i, n - i < part ? n - i : part);
	trace_reader_end(t, &out);
	return out;
}

static void of_any_form_in_any_parts(void **state)
{
	static const char *const text[] = {
		"[" EVENTS "]",
		"{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"ph\": \"X\"}], \"traceEvents\": [" EVENTS
		"], \"traceName\": \"[{\", \"more\": [{\"ph\": \"X\", \"name\": \"ProfilerStep#7\", \"ts\": 1, "
		"\"dur\": 1}]}",
	};

	(void)state;
	for (unsigned i = 0; i < 2; i++)
		for (size_t part = 1; part < 3000; part = part * 3 + 1) {
			struct trace t = trace_of(text[i], part);

			assert_int_equal(t.events, 9);
			assert_true(t.steps == 2 && near(t.step, 0.2) && t.loads == 1 && near(t.load, 0.03));
			assert_true(t.kernels == 4 && near(t.span, 0.2) && near(t.busy, 0.035) && !t.cut);
		}
}

static void of_the_cpu_alone(void **state)
{
	struct trace t = trace_of("[" STEP("5", "user_annotation") LOAD("5") "{}]", 1 << 20);

	(void)state;
	assert_true(t.steps == 1 && near(t.load / t.step, 0.3) && isnan(t.busy));
	t = trace_of("[" STEP("5", "user_annotation") KERNEL("7", "1"), 1 << 20);
	assert_true(t.cut && t.steps == 1);
}

#define AT(name, ts, dur) \
	"{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" name "\", \"ts\": " ts ", \"dur\": " dur "},"

/* A loader's call counts as far as it lies in a step, and two at once once. */
static void loads_are_cut_to_steps(void **state)
{
	struct trace t =
		trace_of("[" AT("ProfilerStep#1", "1000000", "100000") AT("ProfilerStep#2", "1200000", "100000")
				 AT("enumerate(DataLoader)#a.__next__", "0", "1020000")
					 AT("enumerate(DataLoader)#b.__next__", "1010000", "20000")
						 AT("enumerate(DataLoader)#a.__next__", "1090000", "130000") "{}]",
			 1 << 20);

	(void)state;
	assert_true(t.steps == 2 && near(t.step, 0.2) && t.loads == 3);
	assert_true(near(t.load, 0.03 + 0.01 + 0.02));
}

static void hostile_text(void **state)
{
	struct buf b = { 0 };
	struct trace t = trace_of("[" STEP("1e999", "x") STEP("5", "x") KERNEL("nan", "1e999")
					  KERNEL("5", "-4") "{\"ph\": [\"X\"], \"ts\": {}, \"dur\": 5}, ]]]]}}}]",
				  7);

	(void)state;
	assert_true(t.steps == 1 && t.kernels == 0);
	buf_puts(&b, "[{\"ph\": \"X\", \"ts\": 1, \"args\": ");
	for (int i = 0; i < 1 << 20; i++)
		buf_puts(&b, i % 2 ? "[" : "{\"a\":");
	t = trace_of(buf_str(&b), b.n);
	assert_true(t.cut && !t.events);
	buf_clear(&b);
	buf_puts(&b, "[{\"ph\": \"X\", \"cat\": \"");
	for (int i = 0; i < 1 << 16; i++)
		buf_puts(&b, "kernel");
	buf_puts(&b, "\", \"ts\": 1, \"dur\": 1}]");
	assert_true(trace_of(buf_str(&b), b.n).events == 1);
	buf_release(&b);
}

/* More kernels than are stored one by one. */
static void many_kernels(void **state)
{
	struct trace_reader *t = trace_reader_new();
	char event[100];
	struct trace out;
	enum { N = 600000 };

	(void)state;
	trace_reader_part(t, "[", 1);
	for (int i = 0; i < N; i++)
		trace_reader_part(t, event,
				  (size_t)snprintf(event, sizeof event,
						   "{\"ph\":\"X\",\"cat\":\"kernel\",\"ts\":%d,\"dur\":1},",
						   10 * (i * 7 % N)));
	trace_reader_end(t, &out);
	assert_int_equal(out.kernels, N);
	assert_true(out.busy > 0 && out.busy <= out.span);
}

static void what_is_no_trace(void **state)
{
	(void)state;
	assert_false(trace_begins("{\"mode\": \"train\", \"epoch\": 1}", 29));
	assert_false(trace_begins("[>>>] 20/40 \"ph\"", 16));
	assert_false(trace_begins("", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_any_form_in_any_parts),
		cmocka_unit_test(of_the_cpu_alone),
		cmocka_unit_test(loads_are_cut_to_steps),
		cmocka_unit_test(hostile_text),
		cmocka_unit_test(many_kernels),
		cmocka_unit_test(what_is_no_trace),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
