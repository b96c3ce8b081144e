// SPDX-License-Identifier: GPL-2.0
/* Options, episodes, replay. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "monkey.h"

static const char usage[] =
	"usage: monkey [-s SEED] [-n EPISODES] [-l STEPS] [-t SECONDS] [-w ROUNDS]\n"
	"	[-a ALLOWED-LOG] [-e]\n"
	"	-e: a refusal (EBUSY) is not a finding\n"
	"       monkey -r FILE...	steps from these files, until one fails\n"
	"       monkey hold SLOT perf|perf-bpf|perf-stack|raw-bpf\n"
	"       monkey release SLOT\n";

static struct {
	unsigned long	seed;
	int		episodes, steps, seconds, hang;
	bool		replay, lenient;
	const char	*allowed;
} set = { .seed = 1, .episodes = 1, .steps = 120, .seconds = 1000000, .hang = 300,
	  .allowed = "/fd/allowed-log" };

static unsigned long steps_done;

static void say(const char *text)
{
	printf("%s\n", text);
	fflush(stdout);
}

static void show(const char *path)
{
	char *text = read_whole(path), *line, *rest = text;
	int lines = 0;

	while ((line = strsep(&rest, "\n")) && lines++ < 50) {
		if (*line)
			printf("#   %s: %s\n", path, line);
	}
	free(text);
}

/* For the report: the state of the kernel's files. */
static void show_state(void)
{
	int i;

	show("enabled_functions");
	show("function_duration_stats");
	show("/sys/module/function_duration/refcnt");
	for (i = 0; i < N_ARRAYS; i++) {
		char path[100];

		if (!world.arrays[i].exists)
			continue;
		snprintf(path, sizeof(path), "%s%s/events/ftrace/func_duration/enable",
			 i ? "instances/" : ".", world.arrays[i].name);
		show(path);
		snprintf(path, sizeof(path), "%s%s/set_ftrace_filter", i ? "instances/" : ".",
			 world.arrays[i].name);
		show(path);
	}
}

static bool fail(const char *why)
{
	printf("FAILED: %s\n", why);
	show_state();
	fflush(stdout);
	return false;
}

/* One step: printed before it is done, so that the last line before a crash is its cause. */
static bool take_step(const struct step *step)
{
	unsigned int allowed = step_expect(step);
	char line[512], text[200];
	enum answer answer;
	const char *wrong;
	int error;

	step_print(step, line, sizeof(line));
	say(line);
	watch_step(line);
	checks_before(step);
	error = step_do(step);
	answer = answer_of(error);
	steps_done++;
	if (set.lenient && answer == BUSY)
		allowed |= BUSY;
	if (!(answer & allowed)) {
		snprintf(line, sizeof(line), "answered \"%s\", not %s", strerror(error),
			 answers_text(allowed, text, sizeof(text)));
		return fail(line);
	}
	step_done(step, answer);
	wrong = check_step(step);
	return !wrong || fail(wrong);
}

static bool take_line(const char *line)
{
	struct step step;

	return !step_parse(&step, line) || take_step(&step);
}

/* Undo, and check that nothing is left. */
static bool clean_up(void)
{
	const char *wrong;

	say("# undo");
	undo_step = take_line;
	if (!undo_all())
		return false;
	wrong = check_clean();
	if (!wrong)
		wrong = check_memory();
	return !wrong || fail(wrong);
}

static bool begin(void)
{
	world_init();
	return take_line("insmod " MODULE_FILE) && take_line("echo 64 >buffer_size_kb");
}

static bool random_steps(void)
{
	int i;

	for (i = 0; i < set.steps; i++) {
		struct step step;

		while (!grammar_make(&step))
			;
		if (!take_step(&step))
			return false;
	}
	return true;
}

static bool episode(unsigned long seed)
{
	printf("# seed %lu\n", seed);
	random_seed(seed);
	grammar_begin(seed);
	return begin() && random_steps() && clean_up();
}

static bool replay(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[512];
	bool good = true;

	printf("# replay %s\n", path);
	if (!file) {
		printf("FAILED: %s: %s\n", path, strerror(errno));
		return false;
	}
	world_init();
	while (good && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		good = take_line(line);
	}
	fclose(file);
	return good && clean_up();
}

static bool prepare(void)
{
	struct step calls = { .verb = INSERT, .file = CALLS_MODULE };

	if (chdir(TRACING))
		return false;
	step_do(&calls);
	functions_read();
	world.forgets_notrace = kernel_forgets_notrace();
	printf("# this kernel %s\n", world.forgets_notrace ?
	       "forgets set_ftrace_notrace" : "handles set_ftrace_notrace correctly");
	klog_init(set.allowed);
	checks_begin();
	watch_start(set.hang);
	return function_bit("calls_leaf");
}

static bool run(int argc, char **argv)
{
	time_t start = time(NULL);
	bool good = true;
	int i;

	for (i = 0; set.replay && i < argc && good; i++)
		good = replay(argv[i]);
	for (i = 0; !set.replay && i < set.episodes && good; i++) {
		if (time(NULL) - start >= set.seconds)
			break;
		good = episode(set.seed + i);
	}
	printf("%s: %d rounds, %lu steps in %ld s\n", good ? "PASSED" : "ended", i, steps_done,
	       (long)(time(NULL) - start));
	return good;
}

static void parse_options(int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "s:n:l:t:a:w:er")) != -1) {
		switch (option) {
		case 's':
			set.seed = strtoul(optarg, NULL, 0);
			break;
		case 'n':
			set.episodes = atoi(optarg);
			break;
		case 'l':
			set.steps = atoi(optarg);
			break;
		case 't':
			set.seconds = atoi(optarg);
			break;
		case 'w':
			set.hang = atoi(optarg);
			break;
		case 'a':
			set.allowed = optarg;
			break;
		case 'e':
			set.lenient = true;
			break;
		case 'r':
			set.replay = true;
			break;
		default:
			fputs(usage, stderr);
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	bool good;

	if (argc == 4 && strcmp(argv[1], "hold") == 0)
		return hold_main(argv[2], argv[3]);
	if (argc == 3 && strcmp(argv[1], "release") == 0)
		return release_main(argv[2]);
	parse_options(argc, argv);
	if (!prepare()) {
		fprintf(stderr, "monkey: %s: no functions of the module calls; is it loaded?\n",
			TRACING);
		return 2;
	}
	good = run(argc - optind, argv + optind);
	watch_stop();
	return !good;
}
