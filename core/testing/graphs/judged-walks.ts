/** Walks with the results that R16 requires: nodes, other fields of the graph, results of calls, and the end. */
export const judgedWalks = String.raw`
- name: R16.5 a retry is the same step, and its counter stays
  nodes: {a: {action: {item_id: "tool:t/a"}, assign: {v: "\${result.v}"}, next: r}, r: {type: return, output: "\${state.v}"}}
  config: {hooks: [{event: error, action: {retry: true, max_retries: 2}}]}
  results: {"tool:t/a": [{status: error, error: e1}, {status: error, error: e2}, {status: success, data: {v: 5}}]}
  expect:
    status: completed
    steps: 2
    path: [a, a, a, r]
    output: 5
    state: {inputs: {}, _retries: {a: 2}, v: 5}
    events:
      - [graph_started, a]
      - [step_started, 1, a]
      - [step_started, 1, a]
      - [step_started, 1, a]
      - [step_completed, 1, a, ok, r]
      - [step_started, 2, r]
      - [step_completed, 2, r, completed, null]
      - [graph_completed, 2, completed]
- name: R16.5 when retries are used up the node's on_error is taken, without assign and after_step
  nodes:
    a: {action: {item_id: "tool:t/a"}, assign: {x: 1}, next: r, on_error: s}
    r: {type: return}
    s: {type: return, output: "\${state._last_error}"}
  config: {hooks: [{event: error, action: {retry: true, max_retries: 1}}, {event: after_step, action: {item_id: "tool:h/after"}}]}
  results: {"tool:t/a": {status: error, error: "no"}}
  expect:
    output: {node: a, error: "no"}
    path: [a, a, s]
    steps: 2
    calls: [{by: a, item_id: "tool:t/a", params: {}}, {by: a, item_id: "tool:t/a", params: {}}]
    state: {inputs: {}, _retries: {a: 1}, _last_error: {node: a, error: "no"}}
- name: R16.5 retry counters are never reset, so a later visit has no retries left
  nodes: {a: {action: {item_id: "tool:t/a"}, next: [{to: r, when: {path: result.done, value: true}}, {to: a}]}, r: {type: return}}
  config: {on_error: continue, hooks: [{event: error, action: {retry: true, max_retries: 1}}]}
  results: {"tool:t/a": [{status: error, error: e1}, {data: {done: false}}, {status: error, error: e2}, {data: {done: true}}]}
  expect: {status: completed_with_errors, steps: 4, path: [a, a, a, a, r], errors: [{step: 2, node: a, error: e2}]}
- name: R16.5 a hook retries the errors that meet its condition, three times by default
  nodes: {a: {action: {item_id: "tool:t/a"}}}
  config: {hooks: [{event: error, condition: {path: error.error, op: contains, value: temporary}, action: {retry: true}}]}
  results: {"tool:t/a": [{status: error, error: temporary 1}, {status: error, error: final}]}
  expect:
    status: error
    error: node-error
    node: a
    steps: 1
    path: [a, a]
    state: {inputs: {}, _retries: {a: 1}, _last_error: {node: a, error: final}}
- name: R16.5 a hook that is a tool sees the error's context, keeps nulls in its params, and can ask for a retry
  nodes: {a: {action: {item_id: "tool:t/a", params: {z: null}}}}
  config: {hooks: [{event: error, action: {item_id: "tool:h/x", params: {n: "\${node}", c: "\${classification.category}", s: "\${step_count}", z: null}}}]}
  results: {"tool:t/a": [{status: error, error: e}, {data: {}}], "tool:h/x": {data: {action: retry, max_retries: 1}}}
  expect:
    status: completed
    output: {}
    calls:
      - {by: a, item_id: "tool:t/a", params: {}}
      - {by: "hook:error", item_id: "tool:h/x", params: {n: a, c: permanent, s: 1, z: null}}
      - {by: a, item_id: "tool:t/a", params: {}}
- name: R16.5 hooks run by layer; a result of only success true has no effect, so the next result decides
  nodes: {a: {action: {item_id: "tool:t/a"}, next: r}, r: {type: return}}
  config: {hooks: [{event: error, layer: 2, action: {item_id: "tool:h/b"}}, {event: error, layer: 1, action: {item_id: "tool:h/a"}}, {event: error, layer: 3, action: {item_id: "tool:h/c"}}]}
  results: {"tool:t/a": [{status: error}, {data: {}}], "tool:h/b": {data: {action: retry, max_retries: 1}}, "tool:h/c": {data: {action: stop}}}
  expect:
    status: completed
    path: [a, a, r]
    calls:
      - {by: a, item_id: "tool:t/a", params: {}}
      - {by: "hook:error", item_id: "tool:h/a", params: {}}
      - {by: "hook:error", item_id: "tool:h/b", params: {}}
      - {by: "hook:error", item_id: "tool:h/c", params: {}}
      - {by: a, item_id: "tool:t/a", params: {}}
- name: R16.5 after_step hooks run only after action nodes
  nodes:
    a: {action: {item_id: "tool:t/a"}, next: g}
    g: {type: gate, next: f}
    f: {type: foreach, over: [1], action: {item_id: "tool:t/f"}, next: r}
    r: {type: return}
  config: {hooks: [{event: after_step, action: {item_id: "tool:h/x", params: {n: "\${next_node}", r: "\${result.success}", s: "\${step_count}", d: "\${node}"}}}]}
  expect:
    calls:
      - {by: a, item_id: "tool:t/a", params: {}}
      - {by: "hook:after_step", item_id: "tool:h/x", params: {n: g, r: true, s: 1, d: a}}
      - {by: f, item_id: "tool:t/f", params: {}}
- name: R16.5 a node that fails and continues chooses next with the failed result, and runs after_step hooks
  nodes: {a: {action: {item_id: "tool:t/a"}, assign: {x: 1}, next: [{to: r, when: {path: result.status, value: error}}]}, r: {type: return, output: {x: "\${state.x}"}}}
  config: {on_error: continue, hooks: [{event: after_step, action: {item_id: "tool:h/x", params: {st: "\${result.status}"}}}]}
  results: {"tool:t/a": {status: error}}
  expect:
    status: completed_with_errors
    output: {x: null}
    errors: [{step: 1, node: a, error: unknown}]
    calls: [{by: a, item_id: "tool:t/a", params: {}}, {by: "hook:after_step", item_id: "tool:h/x", params: {st: error}}]
- name: R16.5 graph_completed has the steps, and only a run that completed has it
  nodes: {a: {type: gate}}
  config: {hooks: [{event: graph_completed, action: {item_id: "tool:h/x", params: {s: "\${steps}", id: "\${graph_id}"}}}]}
  expect: {status: completed, output: {}, calls: [{by: "hook:graph_completed", item_id: "tool:h/x", params: {s: 1, id: w}}]}
- name: R16.2 remaining nodes at max_steps are an error, after the limit hooks and without graph_completed
  nodes: {a: {type: gate, next: a}}
  config:
    max_steps: 2
    hooks:
      - {event: limit, action: {item_id: "tool:h/x", params: {c: "\${limit_code}", v: "\${current_value}", m: "\${current_max}"}}}
      - {event: graph_completed, action: {item_id: "tool:h/never"}}
  expect:
    status: error
    error: max-steps
    steps: 2
    path: [a, a]
    calls: [{by: "hook:limit", item_id: "tool:h/x", params: {c: max_steps_exceeded, v: 2, m: 2}}]
- name: R16.2 a graph without steps ends before its first node
  nodes: {a: {type: return}}
  config: {max_steps: 0}
  expect: {status: error, error: max-steps, steps: 0, path: [], events: [[graph_started, a], [graph_error, 0]]}
- name: R16.2 the limits of the graph win over those of the call
  nodes: {a: {type: gate, next: a}}
  config: {max_steps: 3}
  inputs: {max_steps: 1, q: 1}
  options: {max_steps: 2}
  expect: {error: max-steps, steps: 3, state: {inputs: {q: 1}}}
- name: R16.2 the limits of the call win over the execution configuration
  nodes: {a: {type: gate, next: a}}
  inputs: {max_steps: 1}
  options: {max_steps: 2}
  expect: {error: max-steps, steps: 1}
- name: R16.2 sequential items see the whole state; collect may have the loop variable's name (S10)
  nodes: {f: {type: foreach, over: [1, 2], action: {item_id: "tool:t/f", params: {i: "\${item}", s: "\${state.item}", k: "\${state.k}"}}, assign: {x: 1}, collect: item}}
  config: {state: {k: 9, item: old}}
  results: {"tool:t/f": {$echo: true}}
  expect:
    steps: 1
    calls: [{by: f, item_id: "tool:t/f", params: {i: 1, s: 1, k: 9}}, {by: f, item_id: "tool:t/f", params: {i: 2, s: 2, k: 9}}]
    state: {inputs: {}, k: 9, item: [{success: true, echo: {i: 1, s: 1, k: 9}}, {success: true, echo: {i: 2, s: 2, k: 9}}]}
- name: R16.2 a key with the name of the loop variable is restored
  nodes: {f: {type: foreach, over: [1], as: k, action: {item_id: "tool:t/f", params: {k: "\${state.k}"}}, next: r}, r: {type: return, output: "\${state.k}"}}
  config: {state: {k: 9}}
  expect: {output: 9, calls: [{by: f, item_id: "tool:t/f", params: {k: 1}}]}
- name: R16.2 parallel items see only inputs and their item
  nodes: {f: {type: foreach, parallel: true, over: [1], action: {item_id: "tool:t/f", params: {k: "\${state.k}", i: "\${state.item}", q: "\${inputs.q}", s: "\${state.inputs.q}"}}}}
  config: {state: {k: 9}}
  inputs: {q: 7}
  expect: {calls: [{by: f, item_id: "tool:t/f", params: {i: 1, q: 7, s: 7}}]}
- name: R16.2 only the value true makes a foreach parallel
  nodes: {f: {type: foreach, parallel: "true", over: [1], action: {item_id: "tool:t/f", params: {k: "\${state.k}"}}}}
  config: {state: {k: 9}}
  expect: {calls: [{by: f, item_id: "tool:t/f", params: {k: 9}}]}
- name: R16.2 all items run, failed ones are collected, and each is a suppressed error
  nodes: {f: {type: foreach, parallel: true, over: [1, 2, 3], action: {item_id: "tool:t/f", params: {i: "\${item}"}}, collect: all}}
  config: {on_error: continue}
  results: {"tool:t/f": {$by: i, table: {"2": {status: error, error: bad}, "3": {data: {success: false, error: worse}}}, else: {data: {ok: 1}}}}
  expect:
    status: completed_with_errors
    errors: [{step: 1, node: f, error: bad}, {step: 1, node: f, error: worse}]
    state: {inputs: {}, all: [{ok: 1}, {status: error, error: bad}, {success: false, error: worse, status: error}], _last_error: {node: f, error: bad}}
    events: [[graph_started, f], [step_started, 1, f], [foreach_completed, 1, f, null], [graph_completed, 1, completed_with_errors]]
- name: R16.2 after failed items, the walk takes the error edge of the foreach
  nodes: {f: {type: foreach, over: [1, 2], action: {item_id: "tool:t/f"}, next: r, on_error: s}, r: {type: return}, s: {type: return, output: "\${state._last_error.error}"}}
  results: {"tool:t/f": [{status: error, error: first}, {$raise: second}]}
  expect: {status: completed, output: first, path: [f, s], errors: [], events: [[graph_started, f], [step_started, 1, f], [foreach_completed, 1, f, s], [step_started, 2, s], [step_completed, 2, s, completed, null], [graph_completed, 2, completed]]}
- name: R16.2 by default, failed items fail the run after all items ran
  nodes: {f: {type: foreach, over: [1, 2, 3], action: {item_id: "tool:t/f"}, collect: all, next: r}, r: {type: return}}
  results: {"tool:t/f": [{status: error, error: first}, {data: {v: 2}}]}
  expect:
    status: error
    error: node-error
    node: f
    calls: [{by: f, item_id: "tool:t/f", params: {}}, {by: f, item_id: "tool:t/f", params: {}}, {by: f, item_id: "tool:t/f", params: {}}]
    state: {inputs: {}, all: [{status: error, error: first}, {v: 2}, {v: 2}], _last_error: {node: f, error: first}}
    events: [[graph_started, f], [step_started, 1, f], [graph_error, 1]]
- name: R16.2 a value that is not a list is an empty list, even a string with a list in it
  nodes: {f: {type: foreach, over: "\${inputs.l}", action: {item_id: "tool:t/f"}, collect: all, next: r}, r: {type: return, output: {all: "\${state.all}"}}}
  inputs: {l: "[1, 2]"}
  expect: {status: completed, calls: [], output: {all: []}}
- name: R16.2 a null item is an item
  nodes: {f: {type: foreach, over: [null, 1], action: {item_id: "tool:t/f", params: {i: "\${item}"}}}}
  expect: {calls: [{by: f, item_id: "tool:t/f", params: {}}, {by: f, item_id: "tool:t/f", params: {i: 1}}]}
- name: R16.2 only the thread_id of a result that has one is collected
  nodes: {f: {type: foreach, over: [1], action: {item_id: "tool:t/f"}, collect: all}}
  results: {"tool:t/f": {data: {thread_id: t1, more: 2}}}
  expect: {state: {inputs: {}, all: [t1]}}
- name: R16.2 a foreach fires no error hooks, so nothing is retried
  nodes: {f: {type: foreach, over: [1], action: {item_id: "tool:t/f"}}}
  config: {on_error: continue, hooks: [{event: error, action: {retry: true}}]}
  results: {"tool:t/f": {status: error, error: e}}
  expect: {path: [f], calls: [{by: f, item_id: "tool:t/f", params: {}}], state: {inputs: {}, _last_error: {node: f, error: e}}}
`.replaceAll('\\$', '$')
