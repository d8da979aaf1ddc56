# SPDX-License-Identifier: GPL-2.0-or-later
"""json_lines.py FILE...: holds every line of JSON in these files to doc/ktally.schema.json.

A line that does not begin with {"tool": is no JSON of ktally's and is passed over. Prints the first bad lines of each
file, what is wrong with them, and at the end how many lines were looked at; status 1 if any was bad.
"""
import json
import os
import sys

from jsonschema import Draft202012Validator

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
with open(os.path.join(top, 'doc/ktally.schema.json'), encoding='utf-8') as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)


def kinds(alternative, key):
    value = alternative['properties'][key]
    return value.get('enum') or [value['const']]


# One validator for each tool and kind: its messages name the key, those of oneOf would not.
validators = {}
for alternative in schema['oneOf']:
    for tool in kinds(alternative, 'tool'):
        for kind in kinds(alternative, 'kind'):
            assert (tool, kind) not in validators, f'{tool} {kind} is there twice'
            validators[tool, kind] = Draft202012Validator(
                {'$schema': schema['$schema'], '$defs': schema['$defs'], 'type': 'object', **alternative})


def once(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError('a key is there twice')
    return members


def wrong(line):
    try:
        value = json.loads(line, object_pairs_hook=once)
    except ValueError as error:
        return str(error)
    validator = validators.get((value.get('tool'), value.get('kind')))
    if not validator:
        return 'no such tool and kind'
    if list(value)[:4] != ['tool', 'kind', 'time', 'time_ns']:
        return 'it does not begin with tool, kind, time and time_ns'
    error = next(validator.iter_errors(value), None)
    return f'{"/".join(map(str, error.path))}: {error.message}' if error else None


looked_at = bad = 0
for name in sys.argv[1:]:
    with open(name, encoding='utf-8', errors='surrogateescape', newline='\n') as file:
        for line in file:
            if not line.startswith('{"tool":'):
                continue
            looked_at += 1
            problem = wrong(line)
            bad += problem is not None
            if problem and bad <= 10:
                print(f'{name}: {problem}: {line.rstrip()}'.encode('ascii', 'backslashreplace').decode())
print(f'{looked_at} lines')
sys.exit(bad > 0)
