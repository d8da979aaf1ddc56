# SPDX-License-Identifier: GPL-2.0-or-later
# PromQL for what ktally serves. A histogram is native, or it has _bucket, _sum and _count where Prometheus was started
# without native histograms: each query asks for the first, "or" the second.

# The machines that are chosen at the top of the dashboard
def chosen($more): "{job=~\"$job\",instance=~\"$instance\"\($more)}";
def chosen: chosen("");

def rate($metric): "rate(\($metric)\(chosen)[$__rate_interval])";

# sum("device"; x) is sum by (device) (x); without labels it is one sum
def sum($labels; $of): if $labels == "" then "sum(\($of))" else "sum by (\($labels)) (\($of))" end;

def with_le($labels): if $labels == "" then "le" else "\($labels), le" end;

def quantile($q; $metric; $labels):
	"histogram_quantile(\($q), \(sum($labels; rate($metric))))"
	+ " or histogram_quantile(\($q), \(sum(with_le($labels); rate("\($metric)_bucket"))))";

def buckets($metric): "\(sum(""; rate($metric))) or \(sum("le"; rate("\($metric)_bucket")))";

# Events a second, and seconds or bytes a second
def events($metric; $labels):
	"histogram_count(\(sum($labels; rate($metric)))) or \(sum($labels; rate("\($metric)_count")))";
def amount($metric; $labels):
	"histogram_sum(\(sum($labels; rate($metric)))) or \(sum($labels; rate("\($metric)_sum")))";

# The share above a limit. For the second form it must be the upper edge of a bucket, a power of two.
def share_above($limit; $metric):
	"1 - histogram_fraction(0, \($limit), \(sum(""; rate($metric))))"
	+ " or 1 - \(sum(""; "rate(\($metric)_bucket\(chosen(",le=\"\($limit)\""))[$__rate_interval])")) / \(sum(""; rate("\($metric)_count")))";

# Where nothing fits, 0
def or_0: "(\(.)) or vector(0)";
