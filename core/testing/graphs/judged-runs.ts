/**
 * Walks with expected results for refusals, resuming, injection, canceling, single nodes, cached results, and data
 * that nodes pass on.
 */
export const judgedRuns = String.raw`
- name: R16.6 a refused action is a failure and no call
  nodes: {a: {action: {item_id: "tool:x/a"}, next: r}, r: {type: return}}
  graph: {permissions: [rye.execute.tool.t.*]}
  config: {on_error: continue}
  expect: {status: completed_with_errors, calls: [], errors: [{step: 1, node: a, error: "<text>"}], state: {inputs: {}, _last_error: {node: a, error: "<text>"}}}
- name: R16.6 the capabilities of the call replace the permissions
  nodes: {a: {action: {item_id: "tool:t/a"}}}
  graph: {permissions: [rye.execute.tool.x.*]}
  options: {capabilities: ["rye.execute.tool.t.[a-c]"]}
  expect: {status: completed, calls: [{by: a, item_id: "tool:t/a", params: {}}]}
- name: R16.6 S15 a hook that is not allowed does not run
  nodes: {a: {action: {item_id: "tool:t/a"}}}
  graph: {permissions: [rye.execute.tool.t.*]}
  config: {hooks: [{event: after_step, action: {item_id: "tool:h/x"}}]}
  expect: {status: completed, calls: [{by: a, item_id: "tool:t/a", params: {}}]}
- name: R16.8 static errors are reported before missing variables
  nodes: {a: {type: gate, next: missing}}
  graph: {env_requires: MISSING}
  expect: {status: error, error: graph-invalid}
- name: R16.8 missing variables of all nodes are reported before an unknown single node
  nodes: {a: {type: return}, far: {type: gate, env_requires: [MISSING]}}
  options: {node: missing}
  expect: {error: env-missing}
- name: R16.8 an unknown single node is reported before a missing saved state
  nodes: {a: {type: return}}
  options: {node: missing, resume: null}
  expect: {error: unknown-node}
- name: R16.8 a variable that is set, even to an empty value, is not missing
  nodes: {a: {type: return, output: {ok: true}}}
  graph: {env_requires: [THERE]}
  environ: {THERE: ""}
  expect: {output: {ok: true}}
- name: R16.2 an input with the value null is present, and defaults are filled at the top level
  nodes: {a: {type: return, output: "\${inputs}"}}
  graph: {config_schema: {properties: {q: {type: integer}, d: {default: 3}, o: {properties: {x: {default: 1}}}}, required: [q]}}
  inputs: {q: null}
  expect: {output: {q: null, d: 3}}
- name: R16.2 a missing input refuses the run
  nodes: {a: {type: return}}
  graph: {config_schema: {required: [q]}}
  expect: {status: error, error: inputs-missing}
- name: R16.8 a resumed run continues with its count, without start, defaults and required inputs
  nodes: {a: {type: gate, next: b}, b: {type: gate, assign: {y: "\${state.x}"}, next: r}, r: {type: return, output: {y: "\${state.y}", d: "\${inputs.d}", q: "\${inputs.q}"}}}
  graph: {config_schema: {properties: {d: {default: 3}}, required: [q]}}
  config: {hooks: [{event: graph_started, action: {item_id: "tool:h/x"}}]}
  options: {resume: {state: {inputs: {}, x: 4}, current_node: b, step_count: 4}}
  expect:
    output: {y: 4, d: null, q: null}
    steps: 6
    calls: []
    events: [[step_started, 5, b], [step_completed, 5, b, ok, r], [step_started, 6, r], [step_completed, 6, r, completed, null], [graph_completed, 6, completed]]
- name: R16.8 inputs of the call override saved inputs, and injected keys override the state
  nodes: {r: {type: return, output: {q: "\${inputs.q}", p: "\${state.inputs.p}", x: "\${state.x}"}}}
  inputs: {q: 2}
  options: {resume: {state: {inputs: {q: 1, p: 1}, x: 1}, current_node: r, step_count: 0}, inject_state: {x: 5}}
  expect: {output: {q: 2, p: 1, x: 5}}
- name: R16.8 a resumed run keeps its retry counters
  nodes: {a: {action: {item_id: "tool:t/a"}}}
  config: {hooks: [{event: error, action: {retry: true, max_retries: 1}}]}
  results: {"tool:t/a": {status: error, error: e}}
  options: {resume: {state: {_retries: {a: 1}}, current_node: a, step_count: 0}}
  expect: {error: node-error, path: [a], state: {_retries: {a: 1}, _last_error: {node: a, error: e}}}
- name: R16.8 a run that is resumed at its limit ends immediately
  nodes: {a: {type: return}}
  config: {max_steps: 4}
  options: {resume: {state: {}, current_node: a, step_count: 4}}
  expect: {error: max-steps, steps: 4, path: []}
- name: R16.2 hooks of the start see the state before any injection
  nodes: {a: {type: return, output: "\${state.x}"}}
  config: {state: {x: 1}, hooks: [{event: graph_started, action: {item_id: "tool:h/x", params: {x: "\${state.x}", id: "\${graph_id}"}}}]}
  options: {inject_state: {x: 5}}
  expect: {output: 5, calls: [{by: "hook:graph_started", item_id: "tool:h/x", params: {x: 1, id: w}}]}
- name: R16.8 a single node is one step with its hooks, and names the next node
  nodes: {a: {type: return}, b: {action: {item_id: "tool:t/b", params: {x: "\${state.x}"}}, assign: {y: 1}, next: a}}
  config: {hooks: [{event: after_step, action: {item_id: "tool:h/x"}}]}
  options: {node: b, inject_state: {x: 5}}
  expect:
    status: step
    success: true
    next: a
    steps: 1
    state: {inputs: {}, x: 5, y: 1}
    calls: [{by: b, item_id: "tool:t/b", params: {x: 5}}, {by: "hook:after_step", item_id: "tool:h/x", params: {}}]
    events: [[graph_started, b], [step_started, 1, b], [step_completed, 1, b, ok, a]]
- name: R16.8 a single node stops after its error edge too
  nodes: {a: {action: {item_id: "tool:t/a"}, on_error: s}, s: {type: return}}
  results: {"tool:t/a": {status: error}}
  options: {node: a}
  expect: {status: step, success: false, next: s, path: [a], state: {inputs: {}, _last_error: {node: a, error: unknown}}}
- name: R16.8 a single node without an edge names no next node
  nodes: {a: {type: gate}}
  options: {node: a}
  expect: {status: step, success: true, next: null}
- name: R16.8 a single return completes
  nodes: {a: {type: gate, next: r}, r: {type: return, output: done}}
  options: {node: r}
  expect: {status: completed, output: done, steps: 1}
- name: R16.8 a single node that fails the run is an error
  nodes: {a: {action: {item_id: "tool:t/a"}}}
  results: {"tool:t/a": {status: error, error: e}}
  options: {node: a}
  expect: {status: error, error: node-error, node: a}
- name: R16.8 S23 cancellation is checked after a foreach, without hooks
  nodes: {f: {type: foreach, over: [1, 2], action: {item_id: "tool:t/f"}, next: r}, r: {type: return}}
  config: {hooks: [{event: graph_completed, action: {item_id: "tool:h/x"}}]}
  options: {cancel_at_call: 1}
  expect: {status: cancelled, path: [f], calls: [{by: f, item_id: "tool:t/f", params: {}}, {by: f, item_id: "tool:t/f", params: {}}], events: [[graph_started, f], [step_started, 1, f], [foreach_completed, 1, f, r], [graph_cancelled, 1]]}
- name: R16.8 cancellation is not checked after a retried step, but after the step that ends the retries
  nodes: {a: {action: {item_id: "tool:t/a"}, next: b}, b: {type: return}}
  config: {hooks: [{event: error, action: {retry: true, max_retries: 1}}]}
  results: {"tool:t/a": [{status: error}, {data: {}}]}
  options: {cancel_at_call: 1}
  expect: {status: cancelled, path: [a, a], steps: 1}
- name: R16.8 a failing step fails although it was canceled
  nodes: {a: {action: {item_id: "tool:t/a"}}}
  results: {"tool:t/a": {status: error}}
  options: {cancel_at_call: 1}
  expect: {status: error, error: node-error}
- name: R16.2 a gate has no result, and its edges see an empty result
  nodes: {g: {type: gate, action: {item_id: "tool:t/a"}, assign: {x: "\${result}", y: "a\${result}b"}, next: [{to: r, when: {path: result, value: {}}}]}, r: {type: return, output: {x: "\${state.x}", y: "\${state.y}"}}}
  expect: {output: {x: null, y: ab}, calls: []}
- name: R16.2 an edge without a target ends the walk if its condition is met
  nodes: {a: {type: gate, next: [{when: {path: state.no, op: exists}, to: b}, {to: null}, {to: b}]}, b: {type: return, output: late}}
  expect: {status: completed, output: {}, path: [a], steps: 1}
- name: R16.2 assign keeps the written order and any shape, and an unresolved value is null
  nodes: {a: {action: {item_id: "tool:t/a"}, assign: {x: "\${result.v}", y: ["\${state.x}", {k: "n\${state.x}"}], z: "\${state.no}", x2: "\${state.y[1].k}"}}}
  results: {"tool:t/a": {data: {v: 2}}}
  expect: {state: {inputs: {}, x: 2, y: [2, {k: n2}], z: null, x2: n2}}
- name: R16.2 nulls are dropped from mappings at any depth, and stay in lists
  nodes: {a: {action: {item_id: "tool:t/a", params: {a: {b: "\${state.no}", c: 0}, l: ["\${state.no}", {d: null}], e: ""}}}}
  expect: {calls: [{by: a, item_id: "tool:t/a", params: {a: {c: 0}, l: [null, {}], e: ""}}]}
- name: R16.2 an ID is interpolated, and its kind comes from item_type
  nodes: {a: {action: {item_id: "t/\${inputs.n}", item_type: tool}}}
  inputs: {n: a}
  expect: {calls: [{by: a, item_id: "tool:t/a", params: {}}]}
- name: R16.8 a second visit with the same action uses the cached result
  nodes: {a: {action: {item_id: "tool:t/a"}, cache_result: true, assign: {v: "\${result.v}"}, next: [{to: r, when: {path: state.seen, value: true}}, {to: g}]}, g: {type: gate, assign: {seen: true, v: 0}, next: a}, r: {type: return, output: "\${state.v}"}}
  results: {"tool:t/a": [{data: {v: 1}}, {data: {v: 2}}]}
  expect:
    output: 1
    calls: [{by: a, item_id: "tool:t/a", params: {}}]
    events: [[graph_started, a], [step_started, 1, a], [step_completed, 1, a, ok, g], [step_started, 2, g], [step_completed, 2, g, ok, a], [step_started, 3, a], [step_completed, 3, a, ok, r, cached], [step_started, 4, r], [step_completed, 4, r, completed, null], [graph_completed, 4, completed]]
- name: R16.8 equal items of one foreach are called once, unless the call fails
  nodes: {f: {type: foreach, over: [1, 1, 2, 2], action: {item_id: "tool:t/f", params: {i: "\${item}"}}, cache_result: true}}
  config: {on_error: continue}
  results: {"tool:t/f": {$by: i, table: {"2": {status: error, error: e}}, else: {data: {}}}}
  expect: {calls: [{by: f, item_id: "tool:t/f", params: {i: 1}}, {by: f, item_id: "tool:t/f", params: {i: 2}}, {by: f, item_id: "tool:t/f", params: {i: 2}}]}
- name: R16.2 an output that is empty is an empty mapping
  nodes: {r: {type: return, output: 0}}
  expect: {status: completed, output: {}}
- name: R16.5 the text of an exception is the error
  nodes: {a: {action: {item_id: "tool:t/a"}, on_error: s}, s: {type: return, output: "\${state._last_error}"}}
  results: {"tool:t/a": {$raise: boom}}
  expect: {output: {node: a, error: boom}}
- name: R16.2 the state is not interpolated, and inputs override it
  nodes: {a: {type: return, output: {x: "\${state.x}", q: "\${state.inputs.q}"}}}
  config: {state: {x: "\${inputs.q}", inputs: {q: 1}}}
  inputs: {q: 2}
  expect: {output: {x: "\${inputs.q}", q: 2}}
`.replaceAll('\\$', '$')
