# SPDX-License-Identifier: GPL-2.0-or-later
# Makes ktally.json, the dashboard for Grafana:  jq -n -L packages/grafana -f packages/grafana/dashboard.jq
include "queries";
include "panels";

def io: "ktally_iolatency_seconds";
def size: "ktally_bitesize_bytes";
def wait: "ktally_runqlat_seconds";

def quantiles($metric):
	[["0.5", "p50"], ["0.99", "p99"], ["0.999", "p99.9"]] | map(. as [$q, $name] | quantile($q; $metric; "") | query($name));

def total($metric; $labels): sum($labels; rate($metric));
def top: "topk(10, \(.))";

def fleet: [
	row("Fleet"),
	number("Machines"; "Machines whose ktally has answered the last scrape."; "short";
		["count(ktally_build_info\(chosen))" | or_0 | query_now("machines")]),
	(number("Machines down"; "Targets of the job that do not answer: the machine, its network or its ktally is down."; "short";
		["count(up\(chosen) == 0)" | or_0 | query_now("down")]) | colors("green"; [{value: 1, color: "red"}])),
	(number("Tools down"; "Tools that are configured and do not count. Some kernels lack what a tool needs; the log of ktally serve says why."; "short";
		["count(ktally_tool_up\(chosen) == 0)" | or_0 | query_now("down")]) | colors("green"; [{value: 1, color: "orange"}])),
	(number("Lost events"; "Events in a second that were not counted, of all tools. Every number below lacks them."; "ops";
		[total("ktally_lost_events_total"; "") | or_0 | query_now("lost")]) | colors("green"; [{value: 0.001, color: "red"}])),
	(number("CPU of ktally"; "What ktally's processes take on each machine, as a share of one CPU. What BPF programs take is not in it: it is part of the processes that they watch."; "percentunit";
		["(\(total("ktally_cpu_seconds_total"; "")) + \(total("ktally_serve_cpu_seconds_total"; ""))) / count(ktally_build_info\(chosen))" | query_now("CPU")])
		| .fieldConfig.defaults.decimals = 2),
	number("Versions"; "Machines by ktally's version."; "short";
		["count by (version) (ktally_build_info\(chosen))" | query_now("{{version}}")])
];

def disks: [
	row("Block I/O"),
	heat_map("Latency"; "How many requests took how long, from issue to completion, over all chosen machines. Two bands are two kinds of requests, for example cache hits and misses of the device."; "s"; buckets(io)),
	(lines("Latency, quantiles"; "Quantiles over all chosen machines: the histograms are added up first, so they are quantiles of all requests, not averages of quantiles."; "s"; quantiles(io)) | log2_scale),
	(lines("Slowest disks, p99"; "The ten disks with the highest 99th percentile."; "s";
		[quantile("0.99"; io; "instance, device") | top | query("{{instance}} {{device}}")]) | log2_scale),
	heat_map("Sizes"; "How many requests have which size. Many small ones are the mark of random access or of missing merges."; "bytes"; buckets(size)),
	(lines("Requests"; "By operation: R reads, W writes, A read-ahead, S synchronous, F flush, M metadata, D discard."; "iops";
		[events(io; "operation") | query("{{operation}}")]) | stacked),
	(lines("Bytes"; "Bytes in a second, by operation."; "Bps"; [amount(size; "operation") | query("{{operation}}")]) | stacked)
];

def cpus: [
	row("Run queue"),
	heat_map("Waits for a CPU"; "How long threads that could run waited for a CPU. A band at the length of a time slice (some ms) means that CPUs are shared."; "s"; buckets(wait)),
	(lines("Waits for a CPU, quantiles"; "Quantiles over all chosen machines."; "s"; quantiles(wait)) | log2_scale),
	lines("Long waits"; "The share of waits above 2^-6 s, which is 15.6 ms: what a user begins to feel, and what timeouts are made of."; "percentunit";
		[share_above("0.015625"; wait) | query("above 15.6 ms")])
];

def calls: [
	row("System calls, programs, network, page cache"),
	lines("System calls"; "The ten most frequent ones."; "ops"; [total("ktally_syscount_total"; "syscall") | top | query("{{syscall}}")]),
	lines("Programs that start"; "The ten machines that start the most programs. A shell script in a loop costs more than it shows elsewhere."; "ops";
		[total("ktally_execs_total"; "instance") | top | query("{{instance}}")]),
	lines("TCP segments sent again"; "The ten machines with the most retransmissions: loss in the network, or a peer that does not answer."; "pps";
		[total("ktally_tcp_retransmits_total"; "instance") | top | query("{{instance}}")]),
	(lines("Page cache"; "The share of reads that found their page in memory."; "percentunit";
		["\(total("ktally_cachestat_hits_total"; "")) / (\(total("ktally_cachestat_hits_total"; "")) + \(total("ktally_cachestat_misses_total"; "")))" | query("hits")])
		| .fieldConfig.defaults.max = 1),
	lines("Page cache misses"; "Pages that reads had to bring in, in a second: the ten machines with the most."; "ops";
		[total("ktally_cachestat_misses_total"; "instance") | top | query("{{instance}}")]),
	lines("System calls by machine"; "The ten machines with the most."; "ops"; [total("ktally_syscount_total"; "instance") | top | query("{{instance}}")])
];

def slowest: [
	row("Slowest machines now"),
	bars("Block I/O, p99"; "The machines whose requests take longest."; "s"; [quantile("0.99"; io; "instance") | top | query_now("{{instance}}")]),
	bars("Run queue, p99"; "The machines whose threads wait longest for a CPU."; "s"; [quantile("0.99"; wait; "instance") | top | query_now("{{instance}}")]),
	bars("Block I/O, busiest"; "The machines with the most requests."; "iops"; [events(io; "instance") | top | query_now("{{instance}}")])
];

def itself: [
	row("ktally itself"),
	lines("Lost events by tool"; "By tool and reason: a full buffer, a full map, or a probe that the kernel has skipped."; "ops";
		[total("ktally_lost_events_total"; "tool, reason") | query("{{tool}} {{reason}}")]),
	lines("CPU"; "What its processes take, by tool, as a share of one CPU, added over all chosen machines."; "percentunit";
		[total("ktally_cpu_seconds_total"; "tool") | query("{{tool}}")]),
	table("Backends"; "How each tool traces, and on how many machines. By ftrace a tool costs more."; "count by (tool, backend, attach) (ktally_backend\(chosen))"; "machines"),
	lines("Restarts"; "Processes of tools that crashed and began again, in an hour."; "short";
		["sum by (tool) (increase(ktally_tool_restarts_total\(chosen)[1h]))" | query("{{tool}}")]),
	lines("Counted as other"; "Rows in an hour that went to the series \"other\" because a tool has reached max_series."; "short";
		["sum by (tool) (increase(ktally_series_dropped_total\(chosen)[1h]))" | query("{{tool}}")]),
	lines("In flight"; "Requests, calls and waits that have begun and not ended."; "short";
		["sum by (tool) (ktally_in_flight\(chosen))" | query("{{tool}}")])
];

def variable($name; $shown; $query):
	{
		name: $name, label: $shown, type: "query", datasource: source,
		query: {query: $query, refId: $name},
		refresh: 2, sort: 1, multi: true, includeAll: true, allValue: ".*",
		current: {selected: true, text: ["All"], value: ["$__all"]}
	};

{
	title: "ktally",
	uid: "ktally",
	description: "Latency and counts from the kernel, over a fleet, as ktally serves them.",
	tags: ["ktally", "latency"],
	schemaVersion: 39,
	editable: true,
	graphTooltip: 1,
	time: {from: "now-1h", to: "now"},
	refresh: "30s",
	timezone: "",
	templating: {list: [
		{name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus"},
		variable("job"; "Job"; "label_values(ktally_build_info, job)"),
		variable("instance"; "Machine"; "label_values(ktally_build_info{job=~\"$job\"}, instance)")
	]},
	annotations: {list: []},
	links: [],
	panels: (fleet + disks + cpus + calls + slowest + itself | place)
}
