# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads metrics as protobuf messages with Google's library, and compares them with the same metrics as text.

serve_protobuf.py PROTOBUF TEXT: a line for each family, "ok NAME" or what differs

The text has a bucket for each power of two, whose edges are edges of the native buckets as well, so that the sums of
these must be the text's counts.
"""

import re
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

KINDS = {"u64": 4, "u32": 13, "s32": 17, "s64": 18, "i64": 3, "i32": 5, "double": 1, "string": 9, "enum": 5}
# io.prometheus.client as far as it is written; "Name*" is a list of messages
MESSAGES = {
    "Pair": [("name", 1, "string"), ("value", 2, "string")],
    "Stamp": [("seconds", 1, "i64"), ("nanos", 2, "i32")],
    "Gauge": [("value", 1, "double")],
    "Counter": [("value", 1, "double"), ("created", 3, "Stamp")],
    "Bucket": [("count", 1, "u64"), ("edge", 2, "double")],
    "Span": [("offset", 1, "s32"), ("length", 2, "u32")],
    "Histogram": [("count", 1, "u64"), ("sum", 2, "double"), ("bucket", 3, "Bucket*"), ("schema", 5, "s32"),
                  ("zero_threshold", 6, "double"), ("zero_count", 7, "u64"), ("span", 12, "Span*"), ("delta", 13, "s64*"),
                  ("created", 15, "Stamp")],
    "Metric": [("label", 1, "Pair*"), ("gauge", 2, "Gauge"), ("counter", 3, "Counter"), ("histogram", 7, "Histogram")],
    "Family": [("name", 1, "string"), ("help", 2, "string"), ("type", 3, "enum"), ("metric", 4, "Metric*")],
}


def make_classes():
    proto = descriptor_pb2.FileDescriptorProto(name="metrics.proto", package="m", syntax="proto2")
    for name, fields in MESSAGES.items():
        message = proto.message_type.add(name=name)
        for field, number, kind in fields:
            many, kind = kind.endswith("*"), kind.rstrip("*")
            f = message.field.add(name=field, number=number, label=3 if many else 1, type=KINDS.get(kind, 11))
            if kind not in KINDS:
                f.type_name = ".m." + kind
            elif many:
                f.options.packed = True
    pool = descriptor_pool.DescriptorPool()
    pool.Add(proto)
    found = pool.FindMessageTypeByName("m.Family")
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(found)
    return message_factory.MessageFactory(pool).GetPrototype(found)


def read_families(data):
    cls, at = make_classes(), 0
    while at < len(data):
        size = shift = 0
        while True:
            byte = data[at]
            at += 1
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        family = cls()
        family.ParseFromString(data[at:at + size])
        assert family.SerializeToString() and not family.UnknownFields() if hasattr(family, "UnknownFields") else True
        at += size
        yield family


def read_text(path):
    """{name: {labels: value}}, the labels as a sorted tuple of pairs"""
    samples = {}
    for line in open(path, encoding="utf-8"):
        m = re.match(r"([a-z_]+)(?:\{(.*)\})? (\S+)$", line)
        if m:
            labels = tuple(sorted(re.findall(r'([a-z_]+)="((?:[^"\\]|\\.)*)"', m[2] or "")))
            samples.setdefault(m[1], {})[labels] = float(m[3])
    return samples


def native_counts(h):
    """[(upper edge, count)] of a native histogram"""
    buckets, index, count, deltas = [(h.zero_threshold, h.zero_count)], 0, 0, iter(h.delta)
    for span in h.span:
        index += span.offset
        for _ in range(span.length):
            count += next(deltas)
            buckets.append((2 ** (index / 2 ** h.schema), count))
            index += 1
    assert next(deltas, None) is None, "deltas without a span"
    return buckets


def compare_histogram(name, labels, h, text):
    yield h.count, text[name + "_count"][labels]
    yield h.sum, text[name + "_sum"][labels]
    edges = {dict(key)["le"]: value for key, value in text[name + "_bucket"].items()
             if tuple(sorted(set(key) - {("le", dict(key)["le"])})) == labels}
    assert len(edges) > 2
    counts = [(b.edge, b.count) for b in h.bucket] or None
    native = None if counts else native_counts(h)
    for le, value in edges.items():
        edge = float(le.replace("Inf", "inf"))
        if counts:
            yield dict(counts)[edge], value
        else:
            yield sum(n for upper, n in native if upper <= edge * (1 + 1e-9) or le == "+Inf"), value
    assert counts or (h.schema == 3 and sum(n for _, n in native) == h.count)


def compare(family, text):
    for metric in family.metric:
        labels = tuple(sorted((p.name, p.value) for p in metric.label))
        if metric.HasField("histogram"):
            assert family.type == 4 and metric.histogram.created.seconds > 1e9
            yield from compare_histogram(family.name, labels, metric.histogram, text)
        elif metric.HasField("counter"):
            assert family.type == 0
            yield metric.counter.value, text[family.name][labels]
        else:
            assert family.type == 1
            yield metric.gauge.value, text[family.name][labels]


def main():
    text = read_text(sys.argv[2])
    for family in read_families(open(sys.argv[1], "rb").read()):
        if "cpu_seconds" in family.name:  # has grown meanwhile
            continue
        wrong = [pair for pair in compare(family, text) if abs(pair[0] - pair[1]) > 1e-9 * abs(pair[1])]
        print(f"{family.name}: {wrong}" if wrong else f"ok {family.name}")


main()
