// SPDX-License-Identifier: GPL-2.0-or-later
#include "flame.h"

#include "base/escape.h"
#include "base/units.h"
#include "flame_js.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_MAX 20000
#define UNITS (1 << 23)
#define WIDTH 1200
#define MARGIN 10
#define TOP 44	  /* above the frames: title, hover line */
#define BOTTOM 24 /* below them: what was left out */
#define ROW 17
#define LETTER 7.25 /* width of a character of 12 px monospace */
#define TITLE 9.7	/* the same of the title */
#define BUTTONS 200 /* beside the title */
#define LABEL 24	/* narrower frames have none */
#define NAME 1024
#define SHADES 4
#define TOP_FUNCTIONS 10

struct picture {
	FILE *to;
	const struct stack_tree *t;
	const struct flame *f;
	uint64_t *x;	 /* by node: its left edge */
	uint8_t *shades; /* by node */
	uint64_t least;	 /* narrower frames are not drawn */
	uint32_t depth;	 /* of the deepest frame that is drawn */
	double scale;	 /* from values to units */
};

/* ---- which frames, and where ---- */

static int by_total(const void *a, const void *b)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;

	return first < second ? 1 : first > second ? -1 : 0;
}

/* Callees are never wider than their caller, so what is drawn has no holes. */
static void choose(struct picture *p, uint64_t *totals)
{
	size_t n = p->t->nnodes;

	for (size_t i = 0; i < n; i++)
		totals[i] = p->t->nodes[i].total;
	qsort(totals, n, sizeof(*totals), by_total);
	p->least = n > FRAMES_MAX ? totals[FRAMES_MAX] + 1 : 1;
	for (size_t i = 0; i < n; i++)
		if (p->t->nodes[i].total >= p->least && p->t->nodes[i].depth > p->depth)
			p->depth = p->t->nodes[i].depth;
}

/* A parent comes before its children in nodes[]. */
static void place(struct picture *p)
{
	const struct stack_node *nodes = p->t->nodes;

	p->x[0] = 0;
	for (size_t i = 0; i < p->t->nnodes; i++) {
		uint64_t at = p->x[i];

		for (uint32_t child = nodes[i].first; child; child = nodes[child].next) {
			p->x[child] = at;
			at += nodes[child].total;
		}
	}
}

static uint32_t row_of(const struct picture *p, uint32_t node)
{
	uint32_t depth = p->t->nodes[node].depth;

	return p->f->down ? depth : p->depth - depth;
}

static uint64_t unit_of(const struct picture *p, uint64_t value)
{
	return (uint64_t)((double)value * p->scale + .5);
}

/* ---- text ---- */

static void text(const struct picture *p, const char *name, size_t n)
{
	char shown[ESCAPED_SIZE(NAME)];

	escape_xml(shown, sizeof(shown), name, n);
	fputs(shown, p->to);
}

static void value(const struct picture *p, uint64_t v)
{
	char number[40];

	if (!strcmp(p->f->unit, "ns"))
		units_ns(number, sizeof(number), (double)v);
	else
		units_grouped(number, sizeof(number), v);
	fputs(number, p->to);
	if (strcmp(p->f->unit, "ns"))
		fprintf(p->to, " %s", p->f->unit);
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100. * (double)part / (double)whole : 0;
}

/* Where a function is, if that is known: "libc.so.6", "kernel, ext4" */
static void place_of(const struct picture *p, const struct stack_name *name)
{
	static const char *const kinds[FRAME_KINDS] = {
		[FRAME_USER] = "",			 [FRAME_KERNEL] = "kernel",		 [FRAME_JIT] = "made at run time",
		[FRAME_INLINED] = "inlined", [FRAME_WAKER] = "of the waker", [FRAME_COMMAND] = "command",
	};
	const char *kind = kinds[name->kind];

	if (!*kind && !*name->file)
		return;
	fprintf(p->to, "\n%s%s", kind, *kind && *name->file ? ", " : "");
	text(p, name->file, NAME);
}

static void describe(const struct picture *p, uint32_t node)
{
	const struct stack_node *n = &p->t->nodes[node];
	uint64_t all = p->t->nodes[0].total, then = p->t->nodes[0].then;

	text(p, stack_tree_text(p->t, node), NAME);
	fputc('\n', p->to);
	value(p, n->total);
	fprintf(p->to, ", %.2f %%", percent(n->total, all));
	if (p->f->difference)
		fprintf(p->to, ", %+.2f %%", percent(n->total, all) - percent(n->then, then));
	if (node)
		place_of(p, &p->t->names[n->name]);
}

/* ---- frames ---- */

static unsigned shade_of(const char *name)
{
	unsigned hash = 5381;

	while (*name)
		hash = hash * 33 + (unsigned char)*name++;
	return (hash ^ hash >> 15) % SHADES;
}

/* Frames have no lines around them, which would cover the narrow ones: siblings must differ. */
static void shade(struct picture *p)
{
	const struct stack_node *nodes = p->t->nodes;

	for (size_t i = 0; i < p->t->nnodes; i++) {
		unsigned last = SHADES;

		for (uint32_t child = nodes[i].first; child; child = nodes[child].next) {
			unsigned own = shade_of(p->t->names[nodes[child].name].text);

			last = own == last ? (own + 1) % SHADES : own;
			p->shades[child] = (uint8_t)last;
		}
	}
}

/* More than before, less, or the same, in three steps of each */
static int step_of(const struct picture *p, const struct stack_node *n)
{
	double by = percent(n->total, p->t->nodes[0].total) - percent(n->then, p->t->nodes[0].then);
	double size = by < 0 ? -by : by;
	int step = size < .05 ? 0 : size < 1 ? 1 : size < 5 ? 2 : 3;

	return by < 0 ? -step : step;
}

static void class_of(const struct picture *p, uint32_t node, char to[8])
{
	static const char letters[] = {[FRAME_USER] = 'u', 'k', 'j', 'i', 'w', 'c'};
	const struct stack_node *n = &p->t->nodes[node];
	const struct stack_name *name = node ? &p->t->names[n->name] : NULL;

	if (!name)
		strcpy(to, "all");
	else if (p->f->difference)
		snprintf(to, 8, "%c%d", step_of(p, n) < 0 ? 'l' : 'm', abs(step_of(p, n)));
	else if (*name->text == '[') /* [unknown], [cut] */
		strcpy(to, "n");
	else
		snprintf(to, 8, "%c%u", letters[name->kind], p->shades[node]);
}

static void frame(const struct picture *p, uint32_t node)
{
	const struct stack_node *n = &p->t->nodes[node];
	uint64_t from = unit_of(p, p->x[node]), to = unit_of(p, p->x[node] + n->total);
	char class[8];

	class_of(p, node, class);
	fprintf(p->to, "<rect class=\"%s\" x=\"%" PRIu64 "\" y=\"%u\" width=\"%" PRIu64 "\" height=\".95\"><title>", class,
			from, row_of(p, node), to - from);
	describe(p, node);
	fputs("</title></rect>\n", p->to);
}

/* Bytes of the first n characters */
static size_t cut(const char *name, size_t n)
{
	size_t at = 0, left = strlen(name), used;
	unsigned cp;

	for (; n && left; n--) {
		used = utf8_decode(name + at, left, &cp);
		used = used ? used : 1;
		at += used;
		left -= used;
	}
	return at;
}

/* As much as so many characters have room for */
static void shortened(const struct picture *p, const char *name, size_t letters)
{
	bool whole = cut(name, letters) == strlen(name);

	text(p, name, whole ? strlen(name) : cut(name, letters > 3 ? letters - 2 : 1));
	fputs(whole ? "</text>\n" : "..</text>\n", p->to);
}

static void label(const struct picture *p, uint32_t node)
{
	double pixel = (double)(WIDTH - 2 * MARGIN) / (double)p->t->nodes[0].total;
	double room = (double)p->t->nodes[node].total * pixel;
	size_t letters = (size_t)((room - 6) / LETTER);

	if (room < LABEL || !letters)
		return;
	fprintf(p->to, "<text x=\"%.1f\" y=\"%u\">", MARGIN + (double)p->x[node] * pixel + 3,
			TOP + (row_of(p, node) + 1) * ROW - 4);
	shortened(p, stack_tree_text(p->t, node), letters);
}

static void each(const struct picture *p, void (*draw)(const struct picture *p, uint32_t node))
{
	for (size_t i = 0; i < p->t->nnodes; i++)
		if (p->t->nodes[i].total >= p->least)
			draw(p, (uint32_t)i);
}

/* ---- the whole ---- */

/* Colours that people who do not see red or green apart can tell from each other; dark text is readable on all. */
static const char style[] =
	"<style>\n"
	"svg{font:12px monospace;--ground:#fff;--text:#111;background:var(--ground)}\n"
	"@media(prefers-color-scheme:dark){svg{--ground:#1c1c1c;--text:#ddd}}\n"
	"#ground{fill:var(--ground)}.say,#left{fill:var(--text)}#title{font-size:16px;font-weight:bold}\n"
	"#frames rect{vector-effect:non-scaling-stroke;cursor:pointer}\n"
	"#frames rect:hover,#frames .focus{stroke:var(--text);stroke-width:2}#frames .found{fill:#d13fd1}\n"
	"#labels{fill:#111;pointer-events:none}.button{cursor:pointer;text-decoration:underline}#reset{visibility:hidden}\n"
	".all{fill:#c9c9c9}.n{fill:#cfcfcf}\n"
	".u0{fill:#f4a261}.u1{fill:#f6ae74}.u2{fill:#f8bb88}.u3{fill:#ee9650}\n"
	".k0{fill:#6aa5e0}.k1{fill:#7cb1e6}.k2{fill:#90beec}.k3{fill:#5b98d6}\n"
	".j0{fill:#f7ec8a}.j1{fill:#f9f09c}.j2{fill:#f3e677}.j3{fill:#faf3ae}\n"
	".i0{fill:#a8d5a2}.i1{fill:#b6dcb1}.i2{fill:#9acd93}.i3{fill:#c3e3bf}\n"
	".w0{fill:#c08a77}.w1{fill:#c99685}.w2{fill:#b77e6a}.w3{fill:#d2a495}\n"
	".c0{fill:#b9c4c9}.c1{fill:#c3cdd1}.c2{fill:#aebbc1}.c3{fill:#cdd5d8}\n"
	".m0,.l0{fill:#e4e4e4}.m1{fill:#f3cdb0}.m2{fill:#ea9f6b}.m3{fill:#e07b39}\n"
	".l1{fill:#c3dbef}.l2{fill:#8dbae0}.l3{fill:#5b9bd5}\n"
	"</style>\n";

/* The functions that most stacks end with, for those who cannot see the picture */
static void summary(const struct picture *p)
{
	const struct stack_name *top[TOP_FUNCTIONS + 1];
	size_t n = 0;

	for (size_t i = 0; i < p->t->nnames; i++) {
		const struct stack_name *name = &p->t->names[i];
		size_t at = n;

		for (; at > 0 && top[at - 1]->self < name->self; at--)
			top[at] = top[at - 1];
		top[at] = name;
		n += n < TOP_FUNCTIONS;
	}
	fputs("<desc>Most of it ends in: ", p->to);
	for (size_t i = 0; i < n && top[i]->self; i++) {
		fputs(i ? ", " : "", p->to);
		text(p, top[i]->text, NAME);
		fprintf(p->to, " %.1f %%", percent(top[i]->self, p->t->nodes[0].total));
	}
	fputs("</desc>\n", p->to);
}

static void head(const struct picture *p, unsigned height)
{
	fprintf(p->to,
			"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" role=\"img\">\n<title>",
			WIDTH, height);
	text(p, p->f->title, NAME);
	fputs("</title>\n", p->to);
	summary(p);
	fputs(style, p->to);
	fprintf(p->to,
			"<rect id=\"ground\" width=\"100%%\" height=\"100%%\"/>\n"
			"<text id=\"title\" class=\"say\" x=\"%d\" y=\"18\" data-letter=\"%.2f\" data-room=\"%d\">",
			MARGIN, TITLE, BUTTONS);
	shortened(p, p->f->title, (size_t)((WIDTH - BUTTONS) / TITLE));
	fprintf(p->to,
			"<text id=\"hover\" class=\"say\" x=\"%d\" y=\"36\"> </text>\n"
			"<text class=\"say\" x=\"100%%\" dx=\"-%d\" y=\"18\" text-anchor=\"end\"><tspan id=\"matched\"> </tspan>  "
			"<tspan id=\"reset\" class=\"button\">reset</tspan>  <tspan id=\"search\" "
			"class=\"button\">search</tspan></text>\n",
			MARGIN, MARGIN);
}

/* What is too narrow for the eye is told in the last line. */
static void foot(const struct picture *p, unsigned height)
{
	uint64_t all = p->t->nodes[0].total, drawn = 0;

	for (size_t i = 0; i < p->t->nnodes; i++)
		if (p->t->nodes[i].total >= p->least)
			drawn += p->t->nodes[i].self;
	fprintf(p->to, "<text id=\"left\" x=\"%d\" y=\"%u\">", MARGIN, height - 8);
	value(p, all);
	if (p->least > 1)
		fprintf(p->to, "; frames below %.3g %% are not drawn, where %.3g %% of all end", percent(p->least, all),
				percent(all - drawn, all));
	fputs("</text>\n", p->to);
}

static void draw(struct picture *p)
{
	unsigned rows = p->depth + 1, height = TOP + rows * ROW + BOTTOM;

	head(p, height);
	fprintf(p->to,
			"<svg id=\"frames\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%u\" preserveAspectRatio=\"none\" "
			"viewBox=\"0 0 %" PRIu64 " %u\" data-row=\"%d\" data-letter=\"%.2f\">\n",
			MARGIN, TOP, WIDTH - 2 * MARGIN, rows * ROW, unit_of(p, p->t->nodes[0].total), rows, ROW, LETTER);
	each(p, frame);
	fputs("</svg>\n<g id=\"labels\">\n", p->to);
	each(p, label);
	fputs("</g>\n", p->to);
	foot(p, height);
	fprintf(p->to, "<script><![CDATA[\n%s]]></script>\n</svg>\n", flame_js);
}

int flame_write(FILE *to, const struct stack_tree *t, const struct flame *f)
{
	uint64_t all = t->nodes[0].total;
	struct picture p = {.to = to,
						.t = t,
						.f = f,
						.x = malloc(t->nnodes * sizeof(*p.x)),
						.shades = calloc(t->nnodes, sizeof(*p.shades)),
						.scale = all > UNITS ? UNITS / (double)all : 1};
	uint64_t *totals = malloc(t->nnodes * sizeof(*totals));
	int err = p.x && p.shades && totals ? 0 : -ENOMEM;

	if (!err) {
		choose(&p, totals);
		place(&p);
		shade(&p);
		draw(&p);
	}
	free(p.x);
	free(p.shades);
	free(totals);
	return err;
}
