# SPDX-License-Identifier: GPL-2.0-or-later
# Panels of Grafana, as the dashboard uses them. place puts them into a grid of 24 columns.

def source: {type: "prometheus", uid: "${datasource}"};

def query($legend): {expr: ., legendFormat: $legend, range: true, datasource: source};
# At the end of the chosen time, not along it
def query_now($legend): {expr: ., legendFormat: $legend, instant: true, datasource: source};

def panel($type; $title; $description; $width; $targets):
	{
		type: $type, title: $title, description: $description, datasource: source,
		targets: [$targets | to_entries[] | .value + {refId: ([65 + .key] | implode)}],
		gridPos: {w: $width, h: 8},
		fieldConfig: {defaults: {}, overrides: []},
		options: {}
	};

def in_unit($unit): .fieldConfig.defaults += {unit: $unit};
def colors($default; $steps):
	.fieldConfig.defaults += {
		color: {mode: "thresholds"},
		thresholds: {mode: "absolute", steps: ([{value: null, color: $default}] + $steps)}
	};

# ---- kinds ----

def row($title): {type: "row", title: $title, collapsed: false, panels: [], gridPos: {w: 24, h: 1}};

def lines($title; $description; $unit; $targets):
	panel("timeseries"; $title; $description; 8; $targets)
	| in_unit($unit)
	| .fieldConfig.defaults += {min: 0, custom: {lineWidth: 1, fillOpacity: 5, showPoints: "never"}}
	| .options = {
		legend: {displayMode: "table", placement: "bottom", calcs: ["mean", "max"], showLegend: true},
		tooltip: {mode: "multi", sort: "desc"}
	};

# A scale of powers of two, as the buckets are
def log2_scale: .fieldConfig.defaults.custom.scaleDistribution = {type: "log", log: 2};

def stacked: .fieldConfig.defaults.custom += {stacking: {mode: "normal"}, fillOpacity: 40};

def number($title; $description; $unit; $targets):
	panel("stat"; $title; $description; 4; $targets)
	| in_unit($unit)
	| .gridPos.h = 4
	| .options = {reduceOptions: {calcs: ["lastNotNull"]}, colorMode: "value", graphMode: "none"};

def bars($title; $description; $unit; $targets):
	panel("bargauge"; $title; $description; 8; $targets)
	| in_unit($unit)
	| colors("green"; [])
	| .fieldConfig.defaults += {min: 0}
	| .options = {orientation: "horizontal", displayMode: "basic", reduceOptions: {calcs: ["lastNotNull"]}};

# From a native histogram Grafana gets cells, from a classic one a row for each "le": both are not to be added up again
def heat_map($title; $description; $unit; $expr):
	panel("heatmap"; $title; $description; 8; [$expr | query("{{le}}") + {format: "heatmap"}])
	| .options = {
		calculate: false,
		color: {mode: "scheme", scheme: "Oranges", scale: "exponential", exponent: 0.5, steps: 64, reverse: false, fill: "dark-orange"},
		cellGap: 0,
		filterValues: {le: 1e-9},
		yAxis: {unit: $unit, axisPlacement: "left", reverse: false},
		cellValues: {unit: "ops"},
		rowsFrame: {layout: "auto"},
		tooltip: {mode: "single", yHistogram: true, showColorScale: true},
		legend: {show: true}
	};

# Columns are the labels; "Value" gets a name
def table($title; $description; $expr; $value):
	panel("table"; $title; $description; 8; [$expr | query_now("") + {format: "table"}])
	| .transformations = [{id: "organize", options: {excludeByName: {Time: true}, renameByName: {Value: $value}}}];

# ---- the grid ----

# From left to right; a panel that does not fit begins the next line, below the highest of this one
def place:
	reduce .[] as $panel (
		{x: 0, y: 0, high: 0, placed: []};
		(if .x + $panel.gridPos.w > 24 then .y += .high | .x = 0 | .high = 0 else . end)
		| {x, y} as $at
		| .placed += [$panel | .gridPos += $at]
		| .placed[-1].id = (.placed | length)
		| .x += $panel.gridPos.w
		| .high = ([.high, $panel.gridPos.h] | max)
	)
	| .placed;
