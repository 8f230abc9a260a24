import { exampleFolder } from './directories.ts'

/** The file of a tool that runs a shell script. The parameter `text` is the first argument of the script. */
export const shell = (script: string): string => `version: "1.0.0"
tool_type: tool
executor_id: rye/core/primitives/execute
config: {command: /bin/sh, args: ["-c", ${JSON.stringify(script)}, sh, "{text}"]}
`
/** A folder with a project of tools that succeed or fail, and a graph of two calls. */
export const runFolder = (): string =>
  exampleFolder('hello-chain', {
    'project/.ai/tools/say.yaml': shell('echo "said $1"; echo aside >&2; echo new > /project/made.txt'),
    'project/.ai/tools/strict.yaml': `${shell('echo "$1"')}config_schema: {type: object, required: [text], properties: {text: {type: string}}}\n`,
    'project/.ai/tools/fail.yaml': shell('exit 3'),
    'project/.ai/tools/flow.yaml': `tool_type: graph
version: "1.0.0"
executor_id: rye/core/runtimes/state-graph/runtime
permissions: ["rye.execute.tool.say"]
config:
  start: first
  on_error: continue
  nodes:
    first: {action: {item_id: tool:say, params: {text: one}}, assign: {out: "\${result.stdout}"}, next: second}
    second: {action: {item_id: tool:say, params: {text: "\${state.out}"}}, assign: {out: "\${result.stdout}"}, next: done}
    done: {type: return, output: "\${state.out}"}
`,
  })
