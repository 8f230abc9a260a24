import { exampleFolder } from '../../testing/directories.ts'

/** A tool with one parameter that runs a line of shell. */
export const shell = (script: string): string => `version: "1.0.0"
tool_type: tool
executor_id: rye/core/primitives/execute
config: {command: /bin/sh, args: ["-c", ${JSON.stringify(script)}, sh, "{word}"]}
`

/** A project with a tool for each kind of run, and other files for tests. */
export const folder = (files: Readonly<Record<string, string>> = {}): string =>
  exampleFolder('hello-chain', {
    'project/.ai/tools/say.yaml': shell('echo "$1"'),
    'project/.ai/tools/sleeper.yaml': shell('sleep 300; : $1'),
    'project/.ai/tools/huge.yaml': shell('yes "a long line of output" | head -c 900000; echo "$1" >&2'),
    'project/.ai/tools/hidden.yaml': shell("printf 'red \\033[31m zero\\342\\200\\213 turned\\342\\200\\256 end'"),
    'project/.ai/tools/fails.yaml': shell('echo why >&2; exit 3'),
    ...files,
  })

/** The arguments of `execute`, with the names in seed 004. */
export const call = (item_id: string, word = 'hi') => ({
  item_type: 'tool',
  action: 'run',
  item_id,
  parameters: { word },
})

/** A graph with these nodes and this start node. */
const graph = (start: string, ...nodes: readonly string[]): string => `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
permissions: [rye.execute.tool.*]
config:
  start: ${start}
  nodes:
${nodes.map((node) => `    ${node}\n`).join('')}    done: {type: return}
`

/** A graph that calls one item with its own input. */
export const oneCall = (item: string): string =>
  graph('only', `only: {action: {item_id: "${item}", params: {word: hi}}, next: done}`)

/** A graph that calls `say` twice, the second time with the output of the first call. */
export const twoCalls = graph(
  'first',
  'first: {action: {item_id: "tool:say", params: {word: one}}, assign: {said: "${result.stdout}"}, next: second}',
  'second: {action: {item_id: "tool:say", params: {word: "${state.said}"}}, next: done}',
)
