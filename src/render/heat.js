// SPDX-License-Identifier: GPL-2.0-or-later
// heat.js - what a heat map does in a browser: hover, selection, zoom, keys. The picture is complete without it.
//
// The inner <svg class="view"> of each panel shows the columns that its viewBox names. Counts are read from text, never
// from pixels. Names are only ever text, never markup.
(() => {
	"use strict";
	const svg = document.currentScript.ownerSVGElement;
	const part = id => svg.getElementById(id);
	const slots = part("slots"), first = +slots.dataset.first, unit = slots.dataset.unit;
	const ranges = slots.textContent.split("\n").map(line => line.split("|"));
	const rows = ranges.length, percentiles = slots.dataset.percentiles === "1";
	const [start, lengths] = part("times").textContent.split(" ");
	const ends = lengths.split(",").map(Number);
	ends.forEach((length, i) => ends[i] = (i ? ends[i - 1] : +start) + length);
	const each = +part("times").dataset.each;
	const columns = ends.length, DAY = 86400000;
	let from = 0, to = columns, pressed = null;

	function parse(text) {
		return text.split("|").map(column => {
			const cells = new Map();
			for (const run of column ? column.split(";") : []) {
				const [slot, counts] = run.split(":");
				counts.split(",").forEach((n, i) => n && cells.set(+slot + i - first, +n));
			}
			return cells;
		});
	}

	const panels = [...svg.querySelectorAll(".panel")].map(g => {
		const one = name => g.querySelector("." + name);
		for (const title of g.querySelectorAll("title"))
			title.remove();
		return {g, one, cells: parse(one("counts").textContent), told: one("told").textContent, sums: null, all: 0};
	});

	const pad = (n, digits) => String(n).padStart(digits, "0");
	function clock(ms, fine) {
		const s = Math.floor(ms % DAY / 1000);
		return pad(Math.floor(s / 3600), 2) + ":" + pad(Math.floor(s / 60) % 60, 2) + ":" + pad(s % 60, 2) +
			(fine ? "." + pad(ms % 1000, 3) : "");
	}
	const fine = (ends[columns - 1] - +start) / columns < 1000;
	const began = column => column ? ends[column - 1] : +start;

	function make(name, attributes, text) {
		const element = document.createElementNS(svg.namespaceURI, name);
		for (const key in attributes)
			element.setAttribute(key, attributes[key]);
		if (text)
			element.textContent = text;
		return element;
	}

	function ticks(where) {
		const steps = [10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5, 216e5];
		const room = Math.max(where.getBoundingClientRect().width / 110, 2), total = ends[to - 1] - began(from);
		const step = steps.find(s => total / s < Math.min(room, 8)) || 216e5, made = [];
		for (let i = from; i < to; i++) {
			if (Math.floor(ends[i] / step) === Math.floor(began(i) / step))
				continue;
			const x = (100 * (i + 1 - from) / (to - from)).toFixed(3) + "%";
			made.push(make("line", {"class": "tick", x1: x, x2: x, y2: 5}));
			made.push(make("text", {"class": "say", x, y: 17, "text-anchor": "middle"},
				clock(columns > 1 ? Math.floor(ends[i] / step) * step : ends[i], step < 1000)));
		}
		return made;
	}

	function add(p) {
		p.sums = new Array(rows).fill(0);
		for (let i = from; i < to; i++)
			p.cells[i].forEach((n, row) => p.sums[row] += n);
		p.all = p.sums.reduce((a, b) => a + b, 0);
	}

	function percentile(p, share) {
		const rank = Math.ceil(share * p.all);
		let seen = 0;
		return p.sums.findIndex(n => (seen += n) >= rank && seen > 0);
	}

	function numbers(p) {
		if (from === 0 && to === columns)
			return p.told;
		let text = p.all.toLocaleString("en-US") + " " + unit;
		if (percentiles && p.all)
			for (const [name, share, least] of [["p50", 0.5, 1], ["p90", 0.9, 1], ["p99", 0.99, 100]])
				if (p.all >= least)
					text += `, ${name} ${ranges[percentile(p, share)][1]}`;
		return text;
	}

	function bars(p) {
		const most = Math.max(...p.sums, 1);
		return p.sums.map((n, row) => {
			const width = n ? Math.max(Math.round(1000 * n / most), 6) : 0;
			return n ? `M0 ${rows - 1 - row}.1h${width}v.8h-${width}z` : "";
		}).join("");
	}

	function layout() {
		const alone = svg.parentNode === document;
		const width = Math.max(alone ? Math.floor(visualViewport.width * visualViewport.scale) : svg.getBoundingClientRect().width, 640);
		if (alone)
			svg.setAttribute("width", width);
		const side = width < 1000 ? 140 : 220, edge = columns > 1 ? width - 16 - side : 130;
		for (const p of panels) {
			p.one("hist").setAttribute("x", edge);
			p.one("hist").setAttribute("width", width - 16 - edge);
			p.one("map").setAttribute("width", edge - 90);
			p.one("times").setAttribute("width", edge - 90);
		}
	}

	function draw() {
		layout();
		for (const p of panels) {
			const map = p.one("plot").getBoundingClientRect().width, coarse = p.one("coarse");
			add(p);
			p.one("view").setAttribute("viewBox", `${from} 0 ${to - from} ${rows}`);
			if (coarse) {
				coarse.classList.toggle("hidden", to - from <= map);
				p.one("fine").classList.toggle("hidden", to - from > map);
				p.one("view").classList.toggle("dense", to - from > map);
			}
			p.one("told").textContent = numbers(p);
			p.one("bars").setAttribute("d", bars(p));
			p.one("times").replaceChildren(...ticks(p.one("plot")));
			mark(p, null);
		}
		const zoomed = from > 0 || to < columns;
		part("reset").style.visibility = zoomed ? "visible" : "hidden";
		tell(zoomed ? `${clock(began(from), fine)} to ${clock(ends[to - 1], fine)}` : columns > 1 ? "drag to select a time" : "");
	}

	function remember() {
		try {
			history.replaceState(null, "", from || to < columns ? `#c=${from * each}-${to * each}` : location.pathname + location.search);
		} catch (error) {
			// a picture inside another page has no address of its own
		}
	}

	function recall() {
		const [, a, b] = /^#c=(\d+)-(\d+)$/.exec(location.hash) || [0, 0, columns];
		show(Math.floor(a / each), Math.ceil(b / each));
	}

	function show(a, b) {
		const good = Number.isInteger(a) && Number.isInteger(b) && a >= 0 && a < b && b <= columns;
		[from, to] = good ? [a, b] : [0, columns];
		draw();
		remember();
	}

	const tell = text => part("hover").textContent = text;

	// Where the pointer is: panel, column and row; within: the ends of the map for what is beside it
	function place(event, within) {
		for (const p of within ? [within] : panels) {
			const box = p.one("plot").getBoundingClientRect();
			const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
			if (within || x >= 0 && x < 1 && y >= 0 && y < 1) {
				const column = Math.floor(from + x * (to - from));
				return {p, x, column: Math.min(Math.max(column, from), to - 1), row: rows - 1 - Math.floor(y * rows)};
			}
		}
		return null;
	}

	function mark(p, at) {
		const cell = p.one("cell"), map = p.one("map");
		const width = at ? map.width.baseVal.value / (to - from) : 0, height = map.height.baseVal.value / rows;
		const shown = at ? Math.max(width, 3) : 0;
		cell.setAttribute("x", at ? (at.column - from) * width - (shown - width) / 2 : 0);
		cell.setAttribute("y", at ? (rows - 1 - at.row) * height : 0);
		cell.setAttribute("width", shown);
		cell.setAttribute("height", at ? height : 0);
	}

	function shares(what, cells, row, all) {
		let seen = 0;
		cells.forEach((n, r) => seen += r <= row ? n : 0);
		const share = all ? `, ${(100 * seen / all).toFixed(1)} % up to here` : "";
		tell(`${what}${ranges[row][0]}: ${cells.get(row) || 0} of ${all}${share}`);
	}

	function hover(event) {
		const at = place(event);
		panels.forEach(p => mark(p, at && at.p === p ? at : null));
		if (at) {
			const cells = at.p.cells[at.column];
			shares(clock(ends[at.column], fine) + " ", cells, at.row, [...cells.values()].reduce((a, b) => a + b, 0));
			return;
		}
		const p = panels.find(one => one.one("hist").contains(event.target));
		if (!p)
			return;
		const box = p.one("hist").querySelector(".plot").getBoundingClientRect();
		const row = rows - 1 - Math.floor((event.clientY - box.top) / box.height * rows);
		if (row >= 0 && row < rows)
			shares("", new Map(p.sums.entries()), row, p.all);
	}

	function select(a, b) {
		for (const p of panels) {
			const width = p.one("map").width.baseVal.value / (to - from);
			p.one("pick").setAttribute("x", (a - from) * width);
			p.one("pick").setAttribute("width", (b - a) * width);
		}
		if (b > a)
			tell(`${clock(began(a), fine)} to ${clock(ends[b - 1], fine)}`);
	}

	const span = at => [Math.min(pressed.column, at.column), Math.max(pressed.column, at.column) + 1];

	svg.addEventListener("pointerdown", event => {
		if (event.target.id === "reset")
			show(0, columns);
		pressed = event.button ? null : place(event);
		if (pressed)
			event.preventDefault();
	});
	window.addEventListener("pointermove", event => {
		if (pressed)
			select(...span(place(event, pressed.p)));
		else
			hover(event);
	});
	window.addEventListener("pointerup", event => {
		const at = pressed && place(event, pressed.p), moved = at && at.x !== pressed.x;
		const picked = moved ? span(at) : null;
		pressed = null;
		select(0, 0);
		if (picked)
			show(...picked);
	});

	function pan(by) {
		const width = to - from, step = Math.max(Math.round(width / 4), 1) * by;
		const a = Math.min(Math.max(from + step, 0), columns - width);
		show(a, a + width);
	}

	window.addEventListener("keydown", event => {
		if (event.key === "Escape") {
			pressed = null;
			select(0, 0);
			show(0, columns);
		} else if (event.key === "ArrowLeft")
			pan(-1);
		else if (event.key === "ArrowRight")
			pan(1);
		else
			return;
		event.preventDefault();
	});
	window.addEventListener("resize", draw);
	window.addEventListener("hashchange", recall);
	recall();
})();
