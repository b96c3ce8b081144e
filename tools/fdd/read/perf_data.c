// SPDX-License-Identifier: GPL-2.0
/*
 * Reads perf.data: see include/uapi/linux/perf_event.h, and of the file
 * tools/perf/Documentation/perf.data-file-format.txt, both of the kernel.
 *
 * The buffers of the CPUs are written one after the other, so the records are not in order. The
 * first pass notes the time and the place of each, the second one reads them by time.
 */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/util.h"
#include "read/perf_data.h"

#define MAGIC		0x32454c4946524550ull	/* "PERFILE2" */
#define SWAPPED		0x50455246494c4532ull
#define MAX_ATTRS	64
#define MAX_IDS		(1u << 16)
#define MAX_RECORD	65536
#define CHUNK		(1u << 20)

/* The rest is newer than Debian 12's headers. */
#define MISC_BUILD_ID	(1 << 14)

struct file_section {
	uint64_t	offset, size;
};

struct file_header {
	uint64_t		magic, size, attr_size;
	struct file_section	attrs, data, types;
	uint64_t		features[4];
};

struct attr {
	uint64_t	sample_type, regs;
	uint32_t	stack;
	uint32_t	read_format;
};

struct id {
	uint64_t	id;
	uint32_t	attr;
};

struct place {
	uint64_t	time, at;
};

struct reader {
	int			fd;
	const struct fdd_perf_ops *ops;
	void			*arg;
	struct fdd_perf_report	*report;
	struct attr		attrs[MAX_ATTRS];
	uint32_t		nr_attrs;
	struct id		*ids;
	uint32_t		nr_ids, cap_ids;
	bool			by_id;		/* records name their attr */
	uint64_t		data, end;
	struct place		*places;
	uint32_t		nr_places, cap_places;
};

/* A part of a record that is parsed from its begin to its end. */
struct bytes {
	const uint8_t	*at, *end;
	bool		bad;
};

static uint64_t take_u64(struct bytes *b)
{
	uint64_t value = 0;

	if (b->end - b->at < 8) {
		b->bad = true;
		return 0;
	}
	memcpy(&value, b->at, 8);
	b->at += 8;
	return value;
}

/* Two numbers of 32 bits. */
static void take_pair(struct bytes *b, uint32_t *first, uint32_t *second)
{
	uint64_t value = take_u64(b);
	uint32_t both[2];

	memcpy(both, &value, 8);
	*first = both[0];
	*second = both[1];
}

static const uint8_t *take_bytes(struct bytes *b, uint64_t len)
{
	const uint8_t *at = b->at;

	if (b->bad || len > (uint64_t)(b->end - b->at)) {
		b->bad = true;
		return NULL;
	}
	b->at += len;
	return at;
}

/* Returns false at the end of the file. */
static bool read_at(const struct reader *r, void *to, size_t len, uint64_t at)
{
	size_t done = 0;

	if (at > INT64_MAX - len)
		return false;
	while (done < len) {
		ssize_t n = pread(r->fd, (char *)to + done, len - done, at + done);

		if (n <= 0)
			return false;
		done += n;
	}
	return true;
}

/*
 * Attributes
 */

static bool fail(struct reader *r, const char *why)
{
	r->report->error = why;
	return false;
}

static bool read_ids(struct reader *r, const struct file_section *s, uint32_t attr)
{
	uint64_t id;

	if (s->size % 8 || s->size / 8 > MAX_IDS - r->nr_ids)
		return fail(r, "has too many ids of events");
	for (uint64_t at = 0; at < s->size; at += 8) {
		if (!read_at(r, &id, sizeof(id), s->offset + at))
			return fail(r, "ends within its header");
		GROW(r->ids, r->nr_ids, r->cap_ids);
		r->ids[r->nr_ids++] = (struct id){ id, attr };
	}
	return true;
}

static bool take_attr(struct reader *r, const struct perf_event_attr *a)
{
	struct attr *attr = &r->attrs[r->nr_attrs];

	if (!a->sample_id_all)
		return fail(r, "has records without a time (sample_id_all)");
	if (!(a->sample_type & PERF_SAMPLE_TIME))
		return fail(r, "has samples without a time");
	if (a->sample_type & (PERF_SAMPLE_READ | PERF_SAMPLE_BRANCH_STACK))
		return fail(r, "has samples of a kind that fdd does not read (counters, branches)");
	if (!a->use_clockid || a->clockid != CLOCK_MONOTONIC)
		r->report->other_clock = true;
	*attr = (struct attr){ a->sample_type, a->sample_regs_user, a->sample_stack_user, 0 };
	r->nr_attrs++;
	return true;
}

static int by_id(const void *a, const void *b)
{
	const struct id *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* Which event a record belongs to is needed only if they have different fields. */
static bool check_attrs(struct reader *r)
{
	bool identified = true, same = true;

	for (uint32_t i = 0; i < r->nr_attrs; i++) {
		identified &= !!(r->attrs[i].sample_type & PERF_SAMPLE_IDENTIFIER);
		same &= !memcmp(&r->attrs[i], &r->attrs[0], sizeof(r->attrs[0]));
	}
	if (!same && !identified)
		return fail(r, "has several events with different fields");
	r->by_id = !same;
	if (r->nr_ids)
		qsort(r->ids, r->nr_ids, sizeof(*r->ids), by_id);
	return true;
}

static bool read_attrs(struct reader *r, const struct file_header *h)
{
	size_t known = sizeof(struct perf_event_attr);
	uint64_t nr;

	if (h->attr_size < PERF_ATTR_SIZE_VER0 + sizeof(struct file_section) ||
	    h->attr_size > 4096)
		return fail(r, "has an invalid header");
	nr = h->attrs.size / h->attr_size;
	if (!nr || nr > MAX_ATTRS)
		return fail(r, nr ? "has too many events" : "has no event");
	for (uint64_t i = 0; i < nr; i++) {
		uint64_t at = h->attrs.offset + i * h->attr_size;
		size_t size = h->attr_size - sizeof(struct file_section);
		struct perf_event_attr attr = { 0 };
		struct file_section ids;

		if (!read_at(r, &attr, size < known ? size : known, at) ||
		    !read_at(r, &ids, sizeof(ids), at + size))
			return fail(r, "ends within its header");
		if (!take_attr(r, &attr) || !read_ids(r, &ids, i))
			return false;
	}
	return check_attrs(r);
}

static bool read_header(struct reader *r)
{
	struct file_header h;
	off_t size = lseek(r->fd, 0, SEEK_END);

	if (size < 0 || !read_at(r, &h, sizeof(h), 0))
		return fail(r, "is too short for a perf.data file");
	if (h.magic == SWAPPED)
		return fail(r, "is of a machine with the other byte order");
	if (h.magic != MAGIC || h.size != sizeof(h))
		return fail(r, "is not a perf.data file");
	if (!read_attrs(r, &h))
		return false;
	r->data = h.data.offset;
	/* Who writes it sets the size at the end. */
	r->report->truncated = !h.data.size || h.data.offset > (uint64_t)size ||
			       h.data.size > (uint64_t)size - h.data.offset;
	r->end = r->report->truncated ? (uint64_t)size : h.data.offset + h.data.size;
	return true;
}

/*
 * The first pass
 */

static const struct attr *attr_of(const struct reader *r, uint64_t id)
{
	uint32_t i;

	if (!r->by_id)
		return &r->attrs[0];
	i = FIRST_NOT(r->nr_ids, at, r->ids[at].id < id);
	return i < r->nr_ids && r->ids[i].id == id ? &r->attrs[r->ids[i].attr] : NULL;
}

/* The attr of a sample: its id comes first. */
static const struct attr *sample_attr(const struct reader *r, const uint8_t *rec, size_t size)
{
	struct bytes b = { rec + sizeof(struct perf_event_header), rec + size, false };

	return attr_of(r, r->by_id ? take_u64(&b) : 0);
}

/* The number of fields of 8 bytes in @type that are bits of @of. */
static unsigned int fields(uint64_t type, uint64_t of)
{
	return __builtin_popcountll(type & of);
}

static bool sample_time(const struct reader *r, const uint8_t *rec, size_t size, uint64_t *time)
{
	struct bytes b = { rec + sizeof(struct perf_event_header), rec + size, false };
	const struct attr *attr = sample_attr(r, rec, size);

	if (!attr)
		return false;
	take_bytes(&b, 8 * fields(attr->sample_type,
				  PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID));
	*time = take_u64(&b);
	return !b.bad;
}

#define TRAILER	(PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | \
		 PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER)

/* The size of what ends each record that is not a sample; 0: its attr is not known. */
static size_t trailer_size(const struct reader *r, const uint8_t *rec, size_t size)
{
	const struct attr *attr;
	uint64_t id = 0;

	if (r->by_id && size >= sizeof(struct perf_event_header) + 8)
		memcpy(&id, rec + size - 8, 8);
	attr = attr_of(r, id);
	return attr ? 8 * fields(attr->sample_type, TRAILER) : 0;
}

static bool other_time(const struct reader *r, const uint8_t *rec, size_t size, uint64_t *time)
{
	size_t trailer = trailer_size(r, rec, size);
	bool tid = r->by_id || r->attrs[0].sample_type & PERF_SAMPLE_TID;

	if (!trailer) {
		*time = 0;	/* synthetic, with an id of none */
		return true;
	}
	if (size < sizeof(struct perf_event_header) + trailer)
		return false;
	memcpy(time, rec + size - trailer + (tid ? 8 : 0), 8);
	return true;
}

static bool is_wanted(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
	case PERF_RECORD_SAMPLE:
		return true;
	}
	return false;
}

static void count_lost(struct reader *r, const struct perf_event_header *h, const uint8_t *rec)
{
	struct bytes b = { rec + sizeof(*h), rec + h->size, false };

	if (h->type != PERF_RECORD_LOST && h->type != PERF_RECORD_LOST_SAMPLES)
		return;
	if (h->type == PERF_RECORD_LOST)
		take_u64(&b);	/* the id */
	r->report->lost += take_u64(&b);
}

static void note_record(struct reader *r, const uint8_t *rec, uint64_t at)
{
	struct perf_event_header h;
	uint64_t time;
	bool good;

	memcpy(&h, rec, sizeof(h));
	r->report->records++;
	count_lost(r, &h, rec);
	if (!is_wanted(h.type))
		return;
	good = h.type == PERF_RECORD_SAMPLE ? sample_time(r, rec, h.size, &time) :
					      other_time(r, rec, h.size, &time);
	if (!good) {
		r->report->bad++;
	} else if (r->nr_places == FDD_PERF_RECORDS) {
		r->report->cut++;
	} else {
		GROW(r->places, r->nr_places, r->cap_places);
		r->places[r->nr_places++] = (struct place){ time, at };
	}
}

/* Returns the number of bytes of whole records in @buf, which are noted. */
static size_t note_records(struct reader *r, const uint8_t *buf, size_t len, uint64_t at,
			   bool *bad)
{
	size_t done = 0;

	while (len - done >= sizeof(struct perf_event_header)) {
		struct perf_event_header h;

		memcpy(&h, buf + done, sizeof(h));
		if (h.size < sizeof(h)) {
			*bad = true;
			break;
		}
		if (h.size > len - done)
			break;
		note_record(r, buf + done, at + done);
		done += h.size;
	}
	return done;
}

static bool read_places(struct reader *r)
{
	uint8_t *buf = xmalloc(CHUNK);
	uint64_t at = r->data;
	bool bad = false;

	while (at < r->end && !bad) {
		size_t len = r->end - at < CHUNK ? r->end - at : CHUNK, done;

		if (!read_at(r, buf, len, at))
			break;
		done = note_records(r, buf, len, at, &bad);
		at += done;
		if (!done)
			break;
	}
	if (at < r->end)
		r->report->truncated = true;
	free(buf);
	return true;
}

/*
 * The second pass
 */

static void put_map(struct reader *r, const struct perf_event_header *h, struct bytes *b)
{
	struct fdd_perf_map map = { 0 };
	uint32_t pid, tid, prot, flags;
	const uint8_t *id;
	uint64_t len;

	take_pair(b, &pid, &tid);
	map.start = take_u64(b);
	len = take_u64(b);
	map.offset = take_u64(b);
	id = take_bytes(b, 24);
	take_pair(b, &prot, &flags);
	if (b->bad || !memchr(b->at, '\0', b->end - b->at) || len > UINT64_MAX - map.start) {
		r->report->bad++;
		return;
	}
	map.pid = pid;
	map.end = map.start + len;
	map.name = (const char *)b->at;
	map.executable = prot & 4;	/* PROT_EXEC */
	if (h->misc & MISC_BUILD_ID) {
		map.build_id_len = id[0] < FDD_PERF_BUILD_ID ? id[0] : FDD_PERF_BUILD_ID;
		memcpy(map.build_id, id + 4, map.build_id_len);
	} else {
		memcpy(&map.major, id, 4);
		memcpy(&map.minor, id + 4, 4);
		memcpy(&map.inode, id + 8, 8);
	}
	r->ops->map(r->arg, &map);
}

static void put_comm(struct reader *r, const struct perf_event_header *h, struct bytes *b)
{
	struct fdd_perf_task task = { .exec = h->misc & PERF_RECORD_MISC_COMM_EXEC };
	uint32_t pid, tid;

	take_pair(b, &pid, &tid);
	task.pid = pid;
	task.tid = tid;
	if (b->bad)
		r->report->bad++;
	else
		r->ops->comm(r->arg, &task);
}

static void put_fork_or_exit(struct reader *r, const struct perf_event_header *h,
			     struct bytes *b)
{
	struct fdd_perf_task task = { 0 };
	uint32_t pid, ppid, tid, ptid;

	take_pair(b, &pid, &ppid);
	take_pair(b, &tid, &ptid);
	task.pid = pid;
	task.tid = tid;
	task.parent = ppid;
	if (b->bad)
		r->report->bad++;
	else if (h->type == PERF_RECORD_FORK)
		r->ops->fork(r->arg, &task);
	else
		r->ops->exit(r->arg, &task);
}

/* The event func_duration_stack: see include/trace/events/duration_stack.h of the tracer. */
static void take_raw(struct bytes *b, struct fdd_perf_sample *s)
{
	const uint8_t *data;
	uint32_t size = 0;

	data = take_bytes(b, 4);
	if (data)
		memcpy(&size, data, 4);
	data = take_bytes(b, size);
	if (!data || size < 40)
		return;
	memcpy(&s->calltime, data + 16, 8);
	memcpy(&s->duration, data + 24, 8);
	s->of_call = s->calltime;
}

static void take_regs(struct bytes *b, uint64_t mask, struct fdd_perf_sample *s)
{
	uint64_t abi = take_u64(b);

	s->abi = abi > FDD_PERF_64_BIT ? FDD_PERF_NO_REGS : abi;
	if (!abi)
		return;
	s->regs_mask = mask;
	for (unsigned int i = 0; i < 64; i++)
		if (mask >> i & 1)
			s->regs[i] = take_u64(b);
}

static void take_stack(struct bytes *b, struct fdd_perf_sample *s)
{
	uint64_t copied;

	s->stack_room = take_u64(b);
	if (!s->stack_room)
		return;
	s->stack = take_bytes(b, s->stack_room);
	copied = take_u64(b);
	s->stack_size = copied < s->stack_room ? copied : s->stack_room;
}

#define BEFORE_TID	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP)
#define BEHIND_TIME	(PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | \
			 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

static void put_sample(struct reader *r, const struct attr *attr, struct bytes *b)
{
	struct fdd_perf_sample s = { 0 };
	uint64_t type = attr->sample_type;
	uint32_t pid = 0, tid = 0;

	take_bytes(b, 8 * fields(type, BEFORE_TID));
	if (type & PERF_SAMPLE_TID)
		take_pair(b, &pid, &tid);
	s.pid = pid;
	s.tid = tid;
	s.time = take_u64(b);
	take_bytes(b, 8 * fields(type, BEHIND_TIME));
	if (type & PERF_SAMPLE_CALLCHAIN) {
		uint64_t nr = take_u64(b);

		take_bytes(b, nr < MAX_RECORD ? 8 * nr : UINT64_MAX);
	}
	if (type & PERF_SAMPLE_RAW)
		take_raw(b, &s);
	if (type & PERF_SAMPLE_REGS_USER)
		take_regs(b, attr->regs, &s);
	if (type & PERF_SAMPLE_STACK_USER)
		take_stack(b, &s);
	if (b->bad) {
		r->report->bad++;
		return;
	}
	r->report->samples++;
	r->ops->sample(r->arg, &s);
}

static void put_record(struct reader *r, const uint8_t *rec)
{
	struct bytes b = { rec + sizeof(struct perf_event_header), NULL, false };
	struct perf_event_header h;
	const struct attr *attr;

	memcpy(&h, rec, sizeof(h));
	b.end = rec + h.size;
	switch (h.type) {
	case PERF_RECORD_MMAP2:
		put_map(r, &h, &b);
		break;
	case PERF_RECORD_COMM:
		put_comm(r, &h, &b);
		break;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		put_fork_or_exit(r, &h, &b);
		break;
	case PERF_RECORD_SAMPLE:
		attr = sample_attr(r, rec, h.size);
		if (attr)
			put_sample(r, attr, &b);
		break;
	}
}

static int by_time(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static void put_records(struct reader *r)
{
	uint8_t *rec = xmalloc(MAX_RECORD);

	if (r->nr_places)
		qsort(r->places, r->nr_places, sizeof(*r->places), by_time);
	for (uint32_t i = 0; i < r->nr_places; i++) {
		uint64_t at = r->places[i].at;
		struct perf_event_header h;

		/* It may be cut while it is read. */
		if (!read_at(r, &h, sizeof(h), at) || h.size < sizeof(h) ||
		    !read_at(r, rec, h.size, at))
			break;
		memcpy(rec, &h, sizeof(h));
		put_record(r, rec);
	}
	free(rec);
}

bool fdd_perf_data_read(int fd, const struct fdd_perf_ops *ops, void *arg,
			struct fdd_perf_report *report)
{
	struct reader *r = xcalloc(1, sizeof(*r));
	bool good;

	*report = (struct fdd_perf_report){ 0 };
	*r = (struct reader){ .fd = fd, .ops = ops, .arg = arg, .report = report };
	good = read_header(r) && read_places(r);
	if (good)
		put_records(r);
	free(r->ids);
	free(r->places);
	free(r);
	return good;
}
