import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { analyze } from './answer/analyze.ts'
import { MemoryTree } from './input/memory-tree.ts'
import { withEffort } from './testing/effort.ts'
import { tool } from './testing/worst/attack.ts'
import { hostileInputs } from './testing/worst/hostile.ts'
import { codesOf, open, testSettings, workspace } from './testing/workspace.ts'
import { Workspace } from './workspace/workspace.ts'
import { pureHost } from './pure-host.ts'

// Input designed to break the engine. The engine answers in bounded time, and no input reaches a prototype.

/** The time limit in milliseconds. */
const longest = 8_000

test.for(hostileInputs)(
  'the analysis ends in time: $name',
  { timeout: longest * 2 },
  ({ files, parameters, item, code }) => {
    const { analyze: ask } = open({ files })
    const { value: run, effort } = withEffort(() => ask(item ?? 't', parameters))
    expect(effort).toBeLessThan(longest)
    expect(codesOf(run, true)).not.toContain('engine-fault')
    if (code !== undefined) expect(codesOf(run, true)).toContain(code)
    expect(JSON.parse(JSON.stringify(run))).toMatchObject({ format: 1 })
  },
)

const polluted = (): readonly unknown[] => {
  const bare: Record<string, unknown> = {}
  return [bare['polluted'], bare['command'], ([] as unknown as Record<string, unknown>)['polluted']]
}

test.for([
  {
    name: 'parameters',
    files: tool('config: {command: a}'),
    parameters: '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
  },
  {
    name: 'a config of the chain',
    files: tool('config: {command: a, __proto__: {polluted: 1}, constructor: {prototype: {polluted: 1}}}'),
    parameters: '{}',
  },
  {
    name: 'merged tool configs',
    files: {
      ...tool('config: {command: a}\nconfig_resolve: {path: a.yaml}'),
      '/system/.ai/config/a.yaml': '__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\n',
      '/project/.ai/config/a.yaml': '__proto__: {polluted: 2}\nconstructor: {prototype: {polluted: 2}}\n',
    },
    parameters: '{}',
  },
  {
    name: 'the environment',
    files: {
      ...tool('config: {command: a}\nenv_config: {env: {__proto__: polluted}}'),
      '/project/.env': '__proto__=polluted\n',
    },
    parameters: '{}',
  },
  {
    name: 'a schema',
    files: tool('config: {command: a}\nconfig_schema: {properties: {__proto__: {default: {polluted: 1}}}}'),
    parameters: '{}',
  },
  {
    name: 'path edits',
    files: tool(
      'config: {command: a}\nanchor: {enabled: true, mode: always, env_paths: {__proto__: {prepend: [polluted]}}}',
    ),
    parameters: '{}',
  },
  {
    name: 'names of templates',
    files: tool('config: {command: a, args: ["{__proto__}", "{constructor}", "{toString}"]}'),
    parameters: '{}',
  },
  { name: 'item IDs', files: { '/project/.ai/tools/__proto__.yaml': 'executor_id: constructor\n' }, parameters: '{}' },
  {
    name: 'a lockfile',
    files: {
      ...tool('config: {command: a}'),
      '/project/.ai/lockfiles/t@0.0.0.lock.json': '{"__proto__": {"polluted": 1}, "root": {"__proto__": 1}}',
    },
    parameters: '{}',
  },
])('R8.4: __proto__ in $name is data', ({ files, parameters }) => {
  const { analyze: ask } = open({ files })
  for (const item of ['t', '__proto__']) {
    const run: Analysis = ask(item, parameters)
    expect(codesOf(run, true)).not.toContain('engine-fault')
  }
  expect(polluted()).toEqual([undefined, undefined, undefined])
})

test('R8.4: __proto__ of two layers is merged like any other key', () => {
  const run = open(workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: a, input_data: "{params_json}"}
    config_resolve: {path: a.yaml}
    === system/config/a.yaml
    __proto__: {low: 1, both: 1}
    === project/config/a.yaml
    __proto__: {high: 2, both: 2}
  `).analyze('t')
  const input = run.plan?.primitive === 'execute' ? run.plan.input : null
  expect(input).toBe('{"resolved_config": {"__proto__": {"low": 1, "both": 2, "high": 2}}}')
})

test('circular, dangling and escaping symlinks are not files', () => {
  const tree = new MemoryTree()
  tree.link('/project/.ai/tools/t.py', '/project/.ai/tools/u.py')
  tree.link('/project/.ai/tools/u.py', 't.py')
  tree.link('/project/.ai/tools/self', '.')
  tree.link('/project/.ai/tools/up', '../../..')
  tree.link('/project/.ai/tools/none.py', '/nowhere')
  const ask = (item_id: string): Analysis =>
    analyze(new Workspace(testSettings, tree, pureHost), { item_id, parameters: '{}' })
  for (const item of ['t', 'u', 'none', 'self', 'up', 'missing']) expect(ask(item).status).toBe('not_found')
})

class Breaking extends MemoryTree {
  calls = 0
  readonly #after: number
  constructor(after: number) {
    super()
    this.#after = after
  }
  override read(path: string): ReturnType<MemoryTree['read']> {
    if (++this.calls > this.#after) throw new Error('the disk is gone')
    return super.read(path)
  }
  override look(path: string): ReturnType<MemoryTree['look']> {
    if (++this.calls > this.#after) throw new Error('the disk is gone')
    return super.look(path)
  }
}

test.for(Array.from({ length: 40 }, (_, index) => index))(
  'a file system that fails after %i calls causes a finding with a partial chain, unless no more calls are needed',
  (after) => {
    const tree = new Breaking(after)
    const files = {
      '/project/.ai/tools/t.yaml': 'executor_id: r\nconfig_resolve: {path: a.yaml}\n',
      '/project/.ai/tools/r.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: a}\n',
      '/project/.ai/config/a.yaml': 'a: 1\n',
      '/project/.env': 'A=1\n',
    }
    for (const [path, text] of Object.entries(files)) tree.write(path, new Uint8Array(Buffer.from(text)))
    const run = analyze(new Workspace(testSettings, tree, pureHost), { item_id: 't', parameters: '{}' })
    if (tree.calls <= after) return expect(run.status).toBe('ready')
    expect(run.status).not.toBe('ready')
    expect(codesOf(run)).toContain('engine-fault')
    const ids = run.chain.map(({ item_id }) => item_id)
    expect(ids).toEqual(['t', 'r', 'rye/core/primitives/execute'].slice(0, ids.length))
  },
)
