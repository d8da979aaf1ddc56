# SPDX-License-Identifier: GPL-2.0-or-later
# browser.sh - a headless Chromium that tests look at pictures with, driven through chromedriver (W3C WebDriver).
# shellcheck shell=bash

# Starts it, with a session that ends with the test. Skips everything where there is none.
need_browser()
{
	local port i
	need_command chromium chromedriver curl jq
	mkdir -p "$TMP/browser"
	HOME=$TMP/browser chromedriver --port=0 >"$TMP/chromedriver" 2>&1 &
	at_end "kill $! 2>/dev/null; wait $!"
	for ((i = 0; i < 600; i++)); do
		port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$TMP/chromedriver")
		[ -z "$port" ] || break
		sleep 0.1
	done
	WEBDRIVER=http://127.0.0.1:$port
	SESSION=$(curl -sS -m 120 "$WEBDRIVER/session" -d '{"capabilities": {"alwaysMatch": {"goog:loggingPrefs": {"browser": "ALL"},
		"goog:chromeOptions": {"args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--force-device-scale-factor=1"]}}}}' | jq -r .value.sessionId)
	[ "$SESSION" ] && [ "$SESSION" != null ] || skip_all "chromium does not start: $(tail -1 "$TMP/chromedriver")"
	WEBDRIVER+=/session/$SESSION
	at_end 'curl -sS -m 60 -X DELETE "$WEBDRIVER" >/dev/null'
}

webdriver() # PATH [JSON]: the value of the answer
{
	curl -sS -m 120 "$WEBDRIVER/$1" ${2:+-d "$2"} | jq -r .value
}

browse() # URL
{
	webdriver url "$(jq -n --arg u "$1" '{url: $u}')" >/dev/null
}

window() # WIDTH HEIGHT: of the page
{
	local outer
	webdriver window/rect "{\"width\": $1, \"height\": $2}" >/dev/null
	outer=$(script 'return [window.outerWidth - window.innerWidth, window.outerHeight - window.innerHeight]' | jq -c .)
	webdriver window/rect "$(jq -n --argjson o "$outer" "{width: ($1 + \$o[0]), height: ($2 + \$o[1])}")" >/dev/null
}

script() # JAVASCRIPT: what it returns
{
	webdriver execute/sync "$(jq -n --arg s "$1" '{script: $s, args: []}')"
}

key() # KEY: as WebDriver numbers it (\uE00C is Escape), or a character
{
	webdriver actions "$(jq -n --arg k "$1" '{actions: [{type: "key", id: "keys", actions: [{type: "keyDown", value: $k},
		{type: "keyUp", value: $k}]}]}')" >/dev/null
}

click() # XPATH
{
	local element
	element=$(webdriver element "$(jq -n --arg x "$1" '{using: "xpath", value: $x}')" | jq -r 'to_entries[0].value')
	webdriver "element/$element/click" '{}' >/dev/null
}

colours() # light|dark
{
	webdriver goog/cdp/execute "$(jq -n --arg c "$1" '{cmd: "Emulation.setEmulatedMedia",
		params: {features: [{name: "prefers-color-scheme", value: $c}]}}')" >/dev/null
}

# What scripts and the page complained about
complaints()
{
	webdriver se/log '{"type": "browser"}' | jq -r '.[].message'
}

# Pictures stay in $B/pictures, for people to look at
screenshot() # NAME
{
	mkdir -p "$B/pictures"
	curl -sS -m 120 "$WEBDRIVER/screenshot" | jq -r .value | base64 -d >"$B/pictures/$1.png"
}
