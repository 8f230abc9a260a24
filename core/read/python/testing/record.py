"""Answer every source in recorded.jsonl with the CPython that runs this script: `python3 record.py > new.jsonl`.

Each line is `[source, answer]`. The answer is false for a syntax error, else the module's literals in file order, as
`ast.literal_eval` gives them: `[name, name start, value start, value end, repr of the value]`, places in UTF-16 units.
"""

import ast
import json
import pathlib
import warnings


def offset(lines, line, column):
    before = "".join(lines[: line - 1]) + lines[line - 1].encode()[:column].decode()
    return len(before.encode("utf-16-le")) // 2


def answer(source):
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text or text.startswith("\ufeff"):
        return False
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    lines = [line + "\n" for line in text.split("\n")]
    literals = []
    for node in module.body:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            continue
        target, value = node.targets[0], node.value
        try:
            shown = repr(ast.literal_eval(value))
        except (ValueError, TypeError, OverflowError):
            continue
        start = offset(lines, value.lineno, value.col_offset)
        end = offset(lines, value.end_lineno, value.end_col_offset)
        literals.append([target.id, offset(lines, target.lineno, target.col_offset), start, end, shown])
    return literals


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    recorded = pathlib.Path(__file__).with_name("recorded.jsonl").read_text(encoding="utf-8")
    for row in recorded.splitlines():
        source = json.loads(row)[0]
        print(json.dumps([source, answer(source)]))
