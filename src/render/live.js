// SPDX-License-Identifier: GPL-2.0-or-later
// live.js - shows the next picture of a run that lasts. It is another file of the same name: a page can only load it
// anew. What was selected is in the address, so it stays. The last picture does not have this script.
(() => {
	"use strict";
	const every = Number(document.currentScript.ownerSVGElement.getElementById("live").textContent);
	let busy = false;
	window.addEventListener("pointerdown", () => busy = true, true);
	for (const end of ["pointerup", "pointercancel", "blur"])
		window.addEventListener(end, () => busy = false, true);
	setInterval(() => {
		if (!busy && !document.hidden)
			location.reload();
	}, every);
})();
