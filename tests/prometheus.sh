# SPDX-License-Identifier: GPL-2.0-or-later
# prometheus.sh - prometheus and promtool for tests, run and asked. Where they are not installed they are unpacked into the
# lab's cache, for the package would start a server on every machine that runs the tests.
# shellcheck shell=bash

# Puts both into PATH. Without them the whole test is one skip.
need_prometheus()
{
	local folder reason
	has_command prometheus && has_command promtool && return
	folder=$(unpacked_prometheus 2>"$TMP/prometheus.reason") || {
		reason=$(sed -n 's/^lab: skip: //p' "$TMP/prometheus.reason")
		skip_all "no prometheus: ${reason:-it cannot be unpacked}"
	}
	PATH=$folder/usr/bin:$PATH
}

# In a process of its own, for packages.sh ends it where something is missing
unpacked_prometheus()
(
	set -euo pipefail
	. "$TOP/tests/vm/packages.sh"
	release=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
	[ -n "$release" ] || skip "/etc/os-release names no Debian release"
	SUITES=("$release" "$release-security")
	dest=$CACHE/prometheus-$release
	unpack_once() {
		[ ! -d "$dest" ] || return 0
		apt_for "$(dpkg --print-architecture)"
		unpack "$dest" prometheus && return
		[ -n "$FRESH" ] || { apt_for "$(dpkg --print-architecture)" refresh; unpack "$dest" prometheus && return; }
		skip "cannot get it from this machine's Debian mirror: $WHY"
	}
	[ -d "$dest" ] || locked unpack_once
	echo "$dest"
)

free_port()
{
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Is it of this version, or later? From 3.8 on native histograms are not a feature to be enabled but a line of the configuration.
is_since() # VERSION
{
	printf '%s\n' "$1" "$(prometheus --version 2>&1 | sed -n 's/^prometheus, version \([0-9.]*\).*/\1/p')" | sort -CV
}

# Its configuration for these servers of ktally: machine 0, machine 1, ..., which it scrapes twice in a second, or each SCRAPE
prometheus_yml() # URL...
{
	local url n=0
	printf 'global:\n  scrape_interval: %s\n  scrape_timeout: %s\n  evaluation_interval: 1s\n' "${SCRAPE:-500ms}" "${SCRAPE:-500ms}"
	if [ -z "${CLASSIC:-}" ] && is_since 3.8; then printf '  scrape_native_histograms: true\n'; fi
	printf 'rule_files: [%s]\n' "${RULES:+\"$RULES\"}"
	printf 'scrape_configs:\n- job_name: ktally\n  static_configs:\n'
	for url; do
		printf '  - targets: ["%s"]\n    labels: { machine: "%s" }\n' "$(cut -d/ -f3 <<<"$url")" $((n++))
	done
}

# Starts it for these servers, with native histograms unless CLASSIC is set, and with the rules of the file RULES.
# PROMETHEUS is its process, API its address.
prometheus_of() # URL...
{
	local port native=
	if [ -z "${CLASSIC:-}" ] && ! is_since 3.8; then native=--enable-feature=native-histograms; fi
	port=$(free_port) API=http://127.0.0.1:$port/api/v1
	prometheus_yml "$@" >"$TMP/prometheus.yml"
	prometheus --config.file="$TMP/prometheus.yml" ${native:+"$native"} \
		--storage.tsdb.path="$TMP/tsdb$port" --web.listen-address="127.0.0.1:$port" --log.level=warn >"$TMP/prometheus.out" 2>&1 &
	PROMETHEUS=$!
	at_end "kill $PROMETHEUS 2>/dev/null; wait $PROMETHEUS 2>/dev/null"
	eventually curl -sSf "$API/status/runtimeinfo" -o /dev/null 2>/dev/null || not_ok "Prometheus starts" "$(tail -5 "$TMP/prometheus.out")"
}

# Its answer, as JSON; of the moment MOMENT if that is set, so that several answers are of the same scrapes
answer() # PROMQL
{
	curl -sS "$API/query" --data-urlencode "query=$1" ${MOMENT:+--data-urlencode "time=$MOMENT"}
}

# One number, or "none"
ask() # PROMQL
{
	answer "$1" | jq -r '.data.result[0].value[1] // "none"'
}

says() # PROMQL WANTED
{
	[ "$(ask "$1")" = "$2" ]
}
