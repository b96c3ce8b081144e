# SPDX-License-Identifier: GPL-2.0
"""A reader of what "protoc --decode" prints: a message is a dictionary of lists."""
import json
import re


def text_of(quoted):
    """Bytes that are not ASCII are octal numbers; they have to be UTF-8."""
    plain = re.sub(r"\\'", "'", quoted)
    bytewise = re.sub(r'\\([0-3][0-7]{2})', lambda m: f'\\u00{int(m[1], 8):02x}', plain)
    return json.loads(bytewise).encode('latin-1').decode('utf-8')


def value_of(text):
    if text[0] == '"':
        return text_of(text)
    return int(text) if re.fullmatch(r'-?\d+', text) else text


def message(lines):
    """Up to the end of a message."""
    fields = {}
    for line in lines:
        line = line.strip()
        if line == '}':
            break
        if line.endswith(' {'):
            fields.setdefault(line[:-2], []).append(message(lines))
            continue
        key, value = line.split(': ', 1)
        fields.setdefault(key, []).append(value_of(value))
    return fields


def messages(lines):
    """Those of a repeated field, one at a time."""
    for line in lines:
        if not line.endswith(' {\n'):
            raise ValueError(f'no message: {line}')
        yield message(lines)
