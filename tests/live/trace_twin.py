#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""trace_twin.py STRACE-LOG TRACE-LOG: compares what strace -f and ktally trace --format=strace saw of the same run.

Per thread the same calls with the same results must be there in the same order. Texts of arguments are compared without
times, addresses and blanks. Prints "calls N, names and results N, texts N", and what differs.
"""
import collections
import difflib
import re
import sys


def read(name):
    threads, unfinished = {}, {}
    with open(name, encoding='utf-8', errors='surrogateescape') as file:
        for line in file:
            match = re.match(r'(\d+)\s+(?:\d+\.\d+\s+)?(.*)$', line.rstrip('\n'))
            if not match or match[2].startswith(('---', '+++')):
                continue
            thread, text = match[1], re.sub(r' <\d+\.\d+>$', '', match[2])
            if text.endswith('<unfinished ...>'):
                unfinished[thread] = text[:-len(' <unfinished ...>')]
                continue
            resumed = re.match(r'<\.\.\. \S+ resumed>(.*)$', text)
            if resumed:
                text = unfinished.pop(thread, '') + resumed[1]
            threads.setdefault(thread, []).append(re.sub(r'\)\s+= ', ') = ', text, count=0))
    return threads


def name_and_result(text):
    return re.sub(r'\(.*\)\s*= ', ' = ', text)


def same(a, b):
    return a == b


strace, trace = read(sys.argv[1]), read(sys.argv[2])
calls = results = texts = 0
differ = collections.Counter()
for thread, mine in strace.items():
    others = trace.get(thread, [])
    # strace's own calls in the child, until it executes the program
    first = next((i for i, text in enumerate(others) if same(text, mine[0])), 0) if mine[0].startswith('execve') else 0
    others = others[first:]
    match = difflib.SequenceMatcher(None, [name_and_result(t) for t in mine], [name_and_result(t) for t in others], False)
    for kind, i1, i2, j1, j2 in match.get_opcodes():
        calls += max(i2 - i1, j2 - j1)
        if kind != 'equal':
            print('\n'.join(f'strace: {t[:200]}' for t in mine[i1:i2]), *(f'trace: {t[:200]}' for t in others[j1:j2]), sep='\n')
            continue
        results += i2 - i1
        for a, b in zip(mine[i1:i2], others[j1:j2]):
            texts += same(a, b)
            if not same(a, b):
                differ[a.split('(')[0]] += 1
                if differ[a.split('(')[0]] == 1:
                    print(f'strace: {a[:300]}', f'trace:  {b[:300]}', sep='\n')
print(f'calls {calls}, names and results {results}, texts {texts}', dict(differ) or '')
