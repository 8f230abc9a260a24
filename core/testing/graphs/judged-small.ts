/**
 * Small questions with the answers that R16 requires: interpolation, conditions, capabilities, results, static
 * findings.
 */
export const judgedSmall = String.raw`
- {name: "R16.3 text after a pipe is not a fallback", kind: interpolate, value: "\${state.x | upper || state.y}", context: {state: {x: ab, y: c}}, expect: {value: AB}}
- {name: "R16.3 the first path that is not null wins, even if its value is false", kind: interpolate, value: "\${state.a || state.b || state.c}", context: {state: {a: null, b: false, c: 1}}, expect: {value: false}}
- {name: "R16.3 in a string, null is empty, and other values have their Python text", kind: interpolate, value: "\${a}\${b}\${c}\${d}", context: {b: true, c: [1, x], d: {k: null}}, expect: {value: "True[1, 'x']{'k': None}"}}
- {name: "R16.3 a trailing newline does not change the type", kind: interpolate, value: "\${a}\n", context: {a: 5}, expect: {value: 5}}
- {name: "R16.3 a space before an expression makes the value a string", kind: interpolate, value: " \${a}", context: {a: 5}, expect: {value: " 5"}}
- {name: "R16.3 negative indices count from the end", kind: interpolate, value: ["\${l.-1}", "\${l[0]}", "\${l[5]}", "\${l.x}"], context: {l: [1, 2]}, expect: {value: [2, 1, null, null]}}
- {name: "R16.3 the length of a value without a length is null and ends the pipes", kind: interpolate, value: "\${n | length | json}", context: {n: 5}, expect: {value: null}}
- {name: "R16.3 the keys of a value that is not a mapping are an empty list", kind: interpolate, value: "\${n | keys | length}", context: {n: 5}, expect: {value: 0}}
- {name: "R16.3 an input reference is expanded after the other expressions", kind: interpolate, value: "\${a}{input:q?}{input:q:none}{input:q}{input:p|x}", context: {a: "<", inputs: {p: 0}}, expect: {value: "<none{input:q}0"}}
- {name: "R16.3 keys of a mapping are not expanded", kind: interpolate, value: {"\${a}": "\${a}"}, context: {a: 1}, expect: {value: {"\${a}": 1}}}
- {name: "R16.3 S21 a path without parts is null", kind: interpolate, value: ["\${.}", "x\${ }y"], context: {a: 1}, expect: {value: [null, xy]}}
- {name: "R16.4 any has priority over all, and an empty any is false", kind: condition, condition: {any: [], all: []}, context: {}, expect: {result: false}}
- {name: "R16.4 an empty all is true", kind: condition, condition: {all: []}, context: {}, expect: {result: true}}
- {name: "R16.4 the negation of an empty condition is false", kind: condition, condition: {not: {}}, context: {}, expect: {result: false}}
- {name: "R16.4 S3 the negation of a condition that cannot be evaluated is true", kind: condition, condition: {not: {path: a, op: gt, value: x}}, context: {a: 1}, expect: {result: true}}
- {name: "R16.4 true is 1", kind: condition, condition: {all: [{path: a, value: 1}, {path: a, op: gt, value: 0}, {path: a, op: in, value: [1.0]}]}, context: {a: true}, expect: {result: true}}
- {name: "R16.4 for null, only eq, ne, in and exists can be true", kind: condition, condition: {any: [{path: n, op: lt, value: 1}, {path: n, op: contains, value: ""}, {path: n, op: regex, value: ""}, {path: n, op: exists}]}, context: {n: null}, expect: {result: false}}
- {name: "R16.4 null equals null, and is in a list that contains null", kind: condition, condition: {all: [{path: n}, {path: n, op: in, value: [null]}, {path: n, op: neq, value: 1}]}, context: {n: null}, expect: {result: true}}
- {name: "R16.4 lists are compared item by item, and a prefix is less", kind: condition, condition: {all: [{path: a, op: lt, value: [1, 3]}, {path: a, op: gt, value: [1]}]}, context: {a: [1, 2]}, expect: {result: true}}
- {name: "R16.4 strings are ordered by code point", kind: condition, condition: {path: a, op: gt, value: "\uFFFF"}, context: {a: "\U0001F600"}, expect: {result: true}}
- {name: "R16.4 S4 contains matches an equal item, a key, or a part of a string", kind: condition, condition: {all: [{path: l, op: contains, value: 1.0}, {path: m, op: contains, value: k}, {path: t, op: contains, value: ru}, {not: {path: l, op: contains, value: "1"}}]}, context: {l: [1], m: {k: null}, t: true}, expect: {result: true}}
- {name: "R16.4 a pattern is found anywhere, and $ matches before a final newline", kind: condition, condition: {path: t, op: regex, value: "b$"}, context: {t: "ab\n"}, expect: {result: true}}
- {name: "R16.4 an empty path is the whole document", kind: condition, condition: {path: "", value: {a: 1}}, context: {a: 1}, expect: {result: true}}
- {name: "R16.4 value is not interpolated", kind: condition, condition: {path: a, value: "\${b}"}, context: {a: 1, b: 1}, expect: {result: false}}
- {name: "R16.6 an asterisk matches dots", kind: capability, capabilities: ["rye.execute.tool.a.*"], primary: execute, item_id: "tool:a/b/c", expect: {allowed: true}}
- {name: "R16.6 a pattern must match the whole capability", kind: capability, capabilities: ["rye.execute.tool.a"], primary: execute, item_id: "tool:a/b", expect: {allowed: false}}
- {name: "R16.6 a question mark matches one character", kind: capability, capabilities: ["rye.execute.tool.a.?"], primary: execute, item_id: "tool:a/bc", expect: {allowed: false}}
- {name: "R16.6 a pattern can contain a negated class", kind: capability, capabilities: ["rye.execute.tool.t.[!x-z]"], primary: execute, item_id: "tool:t/y", expect: {allowed: false}}
- {name: "R16.6 capabilities are case-sensitive", kind: capability, capabilities: ["rye.execute.tool.T"], primary: execute, item_id: "tool:t", expect: {allowed: false}}
- {name: "R16.6 an internal item is always allowed", kind: capability, capabilities: [], primary: execute, item_id: "tool:rye/agent/threads/internal/x", expect: {allowed: true}}
- {name: "R16.6 an ID without a kind is refused", kind: capability, capabilities: ["*"], primary: execute, item_id: "a/b", expect: {allowed: false}}
- {name: "R16.6 S17 a string is one entry, and other types are skipped", kind: capability, capabilities: [5, "rye.*"], primary: execute, item_id: "config:a", expect: {allowed: true}}
- {name: "R16.7 if data is not a mapping, the result is the envelope without its internal keys", kind: unwrap, raw: {status: success, data: [1], chain: [], metadata: {}, path: x, source: y, resolved_env_keys: [], more: 1}, expect: {result: {status: success, data: [1], more: 1}}}
- {name: "R16.7 S9 all keys of data are kept", kind: unwrap, raw: {data: {path: p, source: s}}, expect: {result: {path: p, source: s}}}
- {name: "R16.7 an outer error is used if data has none", kind: unwrap, raw: {status: error, error: out, data: {success: true}}, expect: {result: {success: true, error: out, status: error}}}
- {name: "R16.7 an error in data stays, even if it is null", kind: unwrap, raw: {status: error, error: out, data: {error: null}}, expect: {result: {error: null, status: error}}}
- {name: "R16.7 only the value false is a failure", kind: unwrap, raw: {data: {success: 0}}, expect: {result: {success: 0}}}
- {name: "R16.7 a value that is not a mapping is wrapped as the result", kind: unwrap, raw: [1], expect: {result: {result: [1]}}}
- {name: "R16.2 the first edge whose condition is met is taken", kind: edges, next: [{to: a, when: {path: result.v, value: 1}}, {to: b, when: {path: inputs.q, op: exists}}, {to: c}], state: {inputs: {q: 1}}, result: {v: 2}, expect: {to: b}}
- {name: "R16.8 on_error of a return node is an edge, and its next is not checked", kind: validate, graph: {permissions: [x], config: {start: r, nodes: {r: {type: return, on_error: s, next: missing}, s: {type: return}}}}, expect: {errors: [], warnings: []}}
- {name: "R16.8 a foreach without its parts", kind: validate, graph: {permissions: [x], config: {start: f, nodes: {f: {type: foreach, over: ""}}}}, expect: {errors: [[foreach-without-over, f], [foreach-without-action, f]], warnings: []}}
`.replaceAll('\\$', '$')
