// SPDX-License-Identifier: GPL-2.0-or-later
// flame.js - what a flame graph does in a browser: zoom, search, hover, keys. The picture is complete without it.
//
// All frames stay where they are: the inner <svg id="frames"> shows a part of them, which its viewBox names. Labels are
// in pixels, outside of it, and are written anew for each view. Names are only ever text, never markup.
(() => {
	"use strict";
	const svg = document.currentScript.ownerSVGElement;
	const part = id => svg.getElementById(id);
	const title = part("title"), heading = svg.querySelector("title").textContent;
	const inner = part("frames"), labels = part("labels"), box = inner.viewBox.baseVal;
	const all = {x: box.x, width: box.width}, rows = box.height, row = +inner.dataset.row, letter = +inner.dataset.letter;
	const frames = [...inner.querySelectorAll("rect")].map((rect, index) => ({
		rect, index, text: rect.textContent, name: rect.textContent.split("\n")[0],
		x: rect.x.baseVal.value, y: rect.y.baseVal.value, width: rect.width.baseVal.value,
	}));
	const number = new Map(frames.map(f => [f.rect, f.index]));
	let zoomed = 0, focused = -1, pattern = "", left = 0, right = 0;

	const share = f => f.x + f.width > left && f.x < right;
	const inside = (a, b) => a.x >= b.x && a.x + a.width <= b.x + b.width;

	// As much as so many characters have room for
	function shortened(text, letters) {
		const all = [...text];
		return all.length <= letters ? text : all.slice(0, Math.max(letters - 2, 1)).join("") + "..";
	}

	function label(f, scale) {
		const from = Math.max(f.x, left), to = Math.min(f.x + f.width, right), room = (to - from) * scale;
		const letters = Math.floor((room - 6) / letter);
		if (room < 24 || letters < 1)
			return null;
		const text = document.createElementNS(svg.namespaceURI, "text");
		text.setAttribute("x", (inner.x.baseVal.value + (from - left) * scale + 3).toFixed(1));
		text.setAttribute("y", inner.y.baseVal.value + (f.y + 1) * row - 4);
		text.textContent = shortened(f.name, letters);
		return text;
	}

	function draw() {
		const f = frames[zoomed];
		left = zoomed ? f.x : all.x;
		right = zoomed ? f.x + f.width : all.x + all.width;
		const alone = svg.parentNode === document; // then as wide as the window without its scroll bar
		const width = Math.max(alone ? Math.floor(visualViewport.width * visualViewport.scale) : svg.getBoundingClientRect().width, 300);
		if (alone)
			svg.setAttribute("width", width);
		title.textContent = shortened(heading, Math.floor((width - title.dataset.room) / title.dataset.letter));
		inner.setAttribute("width", width - 2 * inner.x.baseVal.value);
		inner.setAttribute("viewBox", `${left} 0 ${right - left} ${rows}`);
		const scale = inner.width.baseVal.value / (right - left);
		labels.replaceChildren(...frames.filter(share).map(f => label(f, scale)).filter(text => text));
		part("reset").style.visibility = zoomed || pattern ? "visible" : "hidden";
	}

	// The share of the view in which a frame matches, each place counted once
	function search() {
		let test, covered = 0, end = -1;
		try {
			test = pattern && new RegExp(pattern);
		} catch (error) {
			part("matched").textContent = String(error.message);
			return;
		}
		const found = frames.filter(f => test && f.index && test.test(f.name));
		frames.forEach(f => f.rect.classList.remove("found"));
		found.forEach(f => f.rect.classList.add("found"));
		for (const f of found.filter(share).sort((a, b) => a.x - b.x)) {
			const from = Math.max(f.x, left, end), to = Math.min(f.x + f.width, right);
			covered += Math.max(to - from, 0);
			end = Math.max(end, to);
		}
		part("matched").textContent = test ? `${pattern}: ${(100 * covered / (right - left)).toFixed(1)} %` : "";
	}

	function remember() {
		const words = [];
		if (zoomed)
			words.push("z=" + zoomed);
		if (pattern)
			words.push("q=" + encodeURIComponent(pattern));
		try {
			history.replaceState(null, "", words.length ? "#" + words.join("&") : location.pathname + location.search);
		} catch (error) {
			// a picture inside another page has no address of its own
		}
	}

	function recall() {
		const words = new URLSearchParams(location.hash.slice(1));
		const z = Number(words.get("z"));
		zoomed = Number.isInteger(z) && z > 0 && z < frames.length ? z : 0;
		pattern = words.get("q") || "";
	}

	function show() {
		draw();
		search();
		remember();
	}

	function ask() {
		const text = prompt("Search for a function (a regular expression):", pattern);
		if (text === null)
			return;
		pattern = text;
		show();
	}

	function reset() {
		zoomed = 0;
		pattern = "";
		show();
	}

	function zoom(index) {
		zoomed = index;
		show();
	}

	function tell(f) {
		part("hover").textContent = f ? f.text.replace("\n", ": ").replace("\n", ", ") : "";
	}

	function focus(index) {
		if (focused >= 0)
			frames[focused].rect.classList.remove("focus");
		focused = index;
		frames[focused].rect.classList.add("focus");
		tell(frames[focused]);
	}

	// The frame next to the focused one: its caller, its widest callee, or its neighbour in the same row
	function neighbour(key) {
		const f = frames[Math.max(focused, 0)];
		if (focused < 0)
			return zoomed;
		const near = frames.filter(o => o !== f && share(o) && (
			key === "ArrowUp" && o.y === f.y - 1 || key === "ArrowDown" && o.y === f.y + 1 ||
			o.y === f.y && (key === "ArrowLeft" && o.x < f.x || key === "ArrowRight" && o.x > f.x)));
		const related = near.filter(o => o.y === f.y || inside(o, f) || inside(f, o));
		const distance = o => o.y === f.y ? Math.abs(o.x - f.x) : -o.width;
		return related.sort((a, b) => distance(a) - distance(b)).map(o => o.index)[0] ?? focused;
	}

	svg.addEventListener("click", event => {
		if (number.has(event.target))
			zoom(number.get(event.target));
		else if (event.target.id === "search")
			ask();
		else if (event.target.id === "reset")
			reset();
	});
	svg.addEventListener("mousemove", event => {
		if (number.has(event.target))
			tell(frames[number.get(event.target)]);
	});
	window.addEventListener("keydown", event => {
		if (event.key === "/" || event.key === "f" && event.ctrlKey)
			ask();
		else if (event.key === "Escape")
			reset();
		else if (event.key.startsWith("Arrow"))
			focus(neighbour(event.key));
		else if (event.key === "Enter" && focused >= 0)
			zoom(focused);
		else
			return;
		event.preventDefault();
	});
	window.addEventListener("resize", draw);
	window.addEventListener("hashchange", () => {
		recall();
		show();
	});
	recall();
	show();
})();
