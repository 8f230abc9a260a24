import { pureHost } from '#core/answer'
import { MemoryTree } from '#core/input'
import { Workspace } from '#core/workspace'

const runtime = 'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: walk}\n'

/** A graph tool with these node lines; the graph starts at `n0`. */
export function graphText(nodes: readonly string[]): string {
  const head = 'tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\npermissions: ["*"]\n'
  return `${head}${['config:', '  start: n0', '  nodes:', ...nodes.map((line) => `    ${line}`), ''].join('\n')}`
}

/**
 * A workspace of tools, given as file contents by ID, with the graph runtime and a function that replaces one content.
 */
export function graphWorkspace(tools: Readonly<Record<string, string>>): {
  readonly workspace: Workspace
  write(id: string, text: string): void
} {
  const tree = new MemoryTree()
  const write = (id: string, text: string): void => tree.write(`/project/.ai/tools/${id}.yaml`, Buffer.from(text))
  for (const [id, text] of Object.entries({ 'rye/core/runtimes/state-graph/runtime': runtime, ...tools }))
    write(id, text)
  const world = { environ: {}, programs: [], files: [], path_separator: ':' } as const
  const roots = { project: '/project', user: '/user', systems: [], world }
  const workspace = new Workspace({ dialect: 'lillux', search: 'global', dev_mode: true, ...roots }, tree, pureHost)
  return { workspace, write }
}
