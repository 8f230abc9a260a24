import { expect, test } from 'vitest'
import { resolveRun } from '../analyze.ts'
import type { AnalysisRequest } from '../request.ts'
import { severity } from '../../diagnostics/severity.ts'
import { codeEntries, codes } from '../../testing/diagnostics/entries.ts'
import { exampleSnapshots, workspaceOfDraft } from '../../testing/examples.ts'
import { open, workspace, type TestFiles } from '../../testing/workspace.ts'
import type { WorkspaceSettings } from '../../workspace/workspace-settings.ts'
import { changedWorkspace, explainFixes } from './explain.ts'
import type { Fix } from './fix.ts'

// What if: the smallest changes, each tried before it is offered.

interface Row {
  readonly name: string
  readonly files: TestFiles
  readonly settings?: Partial<WorkspaceSettings>
  readonly item?: string
  /** Titles that must be offered; with `ready`, the item runs afterwards. */
  readonly offers: readonly string[]
  readonly ready?: string
}

const io = (outputs: string): TestFiles => workspace`
  === project/tools/t.${outputs.includes('=') ? 'py' : 'yaml'}
  ${outputs}
  === project/tools/run.yaml
  executor_id: rye/core/primitives/execute
  inputs: [a, b, c]
  config: {command: ls}
`

const limited = (version: string, constraints: string): TestFiles => workspace`
  === project/tools/t.yaml
  ${version}
  executor_id: run
  === project/tools/run.yaml
  executor_id: rye/core/primitives/execute
  child_constraints: ${constraints}
  config: {command: ls}
`

/** A graph beside its runtime and a tool. */
const graph = (config: string, permissions = 'permissions: ["*"]'): TestFiles => ({
  marks: [],
  files: {
    '/project/.ai/tools/t.yaml': `tool_type: graph\nexecutor_id: rye/core/runtimes/state-graph/runtime\n${permissions}\n${config}`,
    '/project/.ai/tools/ls.yaml':
      'executor_id: rye/core/primitives/execute\nconfig_schema: {properties: {n: {type: string}}, required: [n]}\nconfig: {command: ls}\n',
    '/project/.ai/tools/rye/core/runtimes/state-graph/runtime.yaml':
      'executor_id: rye/core/primitives/execute\nconfig: {command: walk}\n',
  },
})

const rows: readonly Row[] = [
  {
    name: 'an executor that is misspelt',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = "demo/rum"
      === project/tools/demo/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Change the executor to demo/run', 'Create demo/rum as a runtime in the project'],
    ready: 'Change the executor to demo/run',
  },
  {
    name: 'an edge of a graph to a node that is misspelt',
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      config:
        start: a
        nodes:
          a: {type: gate, next: dnoe}
          done: {type: return}
      === project/tools/rye/core/runtimes/state-graph/runtime.yaml
      executor_id: rye/core/primitives/execute
      config: {command: walk}
    `,
    offers: ['Lead to done'],
    ready: 'Lead to done',
  },
  {
    name: 'a state key and a pipe of a graph that are misspelt',
    files: workspace`
      === project/tools/t.yaml
      tool_type: graph
      executor_id: rye/core/runtimes/state-graph/runtime
      permissions: ["*"]
      config:
        start: a
        nodes:
          a: {type: gate, assign: {counts: 1}, next: [{to: done, when: {path: state.cuonts}}, {to: done}]}
          done: {type: return, output: "\${state.counts | lenght}"}
      === project/tools/rye/core/runtimes/state-graph/runtime.yaml
      executor_id: rye/core/primitives/execute
      config: {command: walk}
    `,
    offers: ['Write counts', 'Write length'],
    ready: 'Write counts',
  },
  {
    name: 'a graph without a start',
    files: graph('config:\n  nodes:\n    first: {type: return}\n'),
    offers: ['Start at first'],
    ready: 'Start at first',
  },
  {
    name: 'a graph without permissions for what it calls',
    files: graph('config:\n  start: a\n  nodes:\n    a:\n      action: {item_id: tool:ls, params: {n: x}}\n', ''),
    offers: ['Permit what its nodes call: rye.execute.tool.ls'],
    ready: 'Permit what its nodes call: rye.execute.tool.ls',
  },
  {
    name: 'a call that the permissions do not allow, in a list of lines',
    files: graph(
      'config: {start: a, nodes: {a: {action: {item_id: tool:ls, params: {n: x}}}}}\n',
      'permissions:\n  - rye.execute.tool.other',
    ),
    offers: ['Permit rye.execute.tool.ls'],
    ready: 'Permit rye.execute.tool.ls',
  },
  {
    name: 'a node that nobody else is like',
    files: graph('config:\n  start: a\n  nodes:\n    a:\n      type: gate\n      next: elsewhere # to come\n'),
    offers: ['Add a node elsewhere, which returns'],
    ready: 'Add a node elsewhere, which returns',
  },
  {
    name: 'a foreach node without a list',
    files: graph(
      'config_schema: {properties: {texts: {type: array}, n: {type: string}}}\nconfig:\n  start: a\n  state: {words: []}\n  nodes:\n    a: {type: foreach, action: {item_id: tool:ls, params: {n: "${item}"}}}\n',
    ),
    offers: ['Go through ${inputs.texts}', 'Go through ${state.words}'],
    ready: 'Go through ${inputs.texts}',
  },
  {
    name: 'a node without an action',
    files: graph('config:\n  start: a\n  nodes:\n    a:\n      next: b\n    b: {output: 1}\n'),
    offers: ['Make a a gate', 'Make b a return'],
  },
  {
    name: 'a missing next, which leaves a node unreachable',
    files: graph(
      'config:\n  start: a\n  nodes:\n    a:\n      type: gate\n      assign:\n        text: |\n          many\n          lines\n    b:\n      type: return\n      output: "${state.text}"\n',
    ),
    offers: ['Go on from a to b', 'Remove b'],
    ready: 'Go on from a to b',
  },
  {
    name: 'a node that is one too many, between braces',
    files: graph('config: {start: a, nodes: {a: {type: return}, b: {type: return}}}\n'),
    offers: ['Remove b'],
    ready: 'Remove b',
  },
  {
    name: 'a state key that nothing gives a value',
    files: graph('config:\n  start: a\n  nodes: {a: {type: return, output: "${state.nothing}"}}\n'),
    offers: ['Let state.nothing be null at first'],
    ready: 'Let state.nothing be null at first',
  },
  {
    name: 'a last edge with a condition',
    files: graph(
      'config:\n  start: a\n  nodes:\n    a:\n      type: gate\n      next:\n        - {to: b, when: {path: inputs.x, op: exists}}\n    b: {type: return}\n',
    ),
    offers: ['Otherwise go to b'],
    ready: 'Otherwise go to b',
  },
  {
    name: 'an operator, an item and a parameter that are not right',
    files: graph(
      'config_schema: {properties: {n: {type: string}}}\nconfig:\n  start: a\n  nodes:\n    a: {action: {item_id: tool:lss}, next: [{to: b, when: {path: inputs.n, op: exist}}, {to: b}]}\n    b: {action: {item_id: tool:ls}}\n',
    ),
    offers: ['Write exists', 'Write ls', 'Give n from inputs.n'],
  },
  {
    name: 'an executor out of reach',
    files: workspace`
      === user/tools/t.py
      __executor_id__ = "run"
      === project/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Move t to project space'],
    ready: 'Move t to project space',
  },
  {
    name: 'an item that is misspelt',
    item: 'demo/tol',
    files: workspace`
      === project/tools/demo/tool.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Ask for demo/tool', 'Rename demo/tool to demo/tol'],
    ready: 'Ask for demo/tool',
  },
  {
    name: 'a primitive of another dialect',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/subprocess
      config: {command: ls}
    `,
    offers: ['Change the dialect to lilux'],
    ready: 'Change the dialect to lilux',
  },
  {
    name: 'an executor of the system space that comes with another dialect',
    files: {
      files: {
        '/project/.ai/tools/t.yaml': 'executor_id: rye/core/runtimes/run\nconfig: {command: ls}',
        '/system/ryeos-core/.ai/tools/rye/core/runtimes/run.yaml': 'executor_id: rye/core/primitives/execute',
        '/system/ryeos-lilux/.ai/tools/rye/other.yaml': 'executor_id: rye/core/primitives/subprocess',
      },
      marks: [],
    },
    settings: {
      dialect: 'lilux',
      systems: [{ bundle_id: 'ryeos-lilux', version: '1.0.0', root: '/system/ryeos-lilux' }],
    },
    offers: ['Change the dialect to lillux'],
    ready: 'Change the dialect to lillux',
  },
  {
    name: 'an executor that is no id',
    files: workspace`
      === project/tools/t.py
      __executor_id__ = 5
      CONFIG = {"command": "ls"}
    `,
    offers: ['Let t hand over to rye/core/primitives/execute'],
    ready: 'Let t hand over to rye/core/primitives/execute',
  },
  ...['t.py', 't.yaml', 't.mjs'].map((name) => ({
    name: `no executor at all in ${name}`,
    files: { files: { [`/project/.ai/tools/${name}`]: '' }, marks: [] },
    offers: ['Let t hand over to rye/core/primitives/execute'],
  })),
  {
    name: 'a cycle',
    files: workspace`
      === project/tools/t.yaml
      executor_id: run
      === project/tools/run.yaml
      executor_id: t
      config: {command: ls}
    `,
    offers: ['Let run hand over to rye/core/primitives/execute'],
    ready: 'Let run hand over to rye/core/primitives/execute',
  },
  {
    name: 'a shadow with a broken executor',
    files: workspace`
      === user/tools/t.yaml
      executor_id: run
      === user/tools/run.yaml
      executor_id: demo/nothing/like/it
      === system/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: [
      'Delete /user/.ai/tools/run.yaml, which shadows /system/.ai/tools/run.yaml',
      'Rename run so that it no longer shadows /system/.ai/tools/run.yaml',
    ],
    ready: 'Rename run so that it no longer shadows /system/.ai/tools/run.yaml',
  },
  {
    name: 'a space violation',
    settings: { search: 'global' },
    files: workspace`
      === user/tools/t.yaml
      executor_id: run
      === project/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
      === system/tools/run.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: [
      'Move t to project space',
      'Search from the space of each element (scoped)',
      'Delete /project/.ai/tools/run.yaml, which shadows /system/.ai/tools/run.yaml',
    ],
    ready: 'Search from the space of each element (scoped)',
  },
  ...[
    'executor_id: run\noutputs: [a]',
    'executor_id: run\noutputs: ["a",]',
    'executor_id: run\noutputs:\n- a\n',
    'executor_id: run\noutputs:\n  - x\n  - a',
    '__executor_id__ = "run"\nOUTPUTS = ["a"]',
    '__executor_id__ = "run"\nOUTPUTS = [\n  "a",\n]',
    '__executor_id__ = "run"\n__outputs__ = ("a",)',
  ].map((text) => ({
    name: `missing outputs: ${JSON.stringify(text)}`,
    files: io(text),
    offers: ['Add b, c to the outputs of t', 'Drop b, c from the inputs of run'],
    ready: 'Add b, c to the outputs of t',
  })),
  {
    name: 'a version that is too low',
    files: limited('version: "1.0.0"', '{min_version: "2.0.0"}'),
    offers: ['Set the version of t to 2.0.0', 'Set min_version of run to 1.0.0'],
    ready: 'Set the version of t to 2.0.0',
  },
  {
    name: 'a version that is too high for this child',
    files: limited('version: 3', '{t: {max_version: "2.0.0"}}'),
    offers: ['Set the version of t to 2.0.0', 'Set max_version of run to 3'],
    ready: 'Set max_version of run to 3',
  },
  {
    name: 'no version where one is limited',
    files: limited('category: demo', '{min_version: "1.0.0"}'),
    offers: ['Declare version 1.0.0 of t'],
  },
  {
    name: 'a lower-case name',
    files: workspace`
      === project/tools/t.py
      executor_id = "rye/core/primitives/execute"
      CONFIG = {"command": "ls"}
    `,
    offers: ['Write __executor_id__'],
    ready: 'Write __executor_id__',
  },
  {
    name: 'an export in .env',
    files: workspace`
      === project/.env
      A=1
        export B=2
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "\${B:-ls}"}
    `,
    offers: ['Remove the word "export"'],
  },
  {
    name: 'a stale lockfile',
    files: codeEntries['lockfile-root-drift'].files,
    offers: ['Delete the stale lockfile'],
  },
  {
    name: 'two files of one id',
    files: codeEntries['extension-ambiguous'].files,
    offers: ['Delete /project/.ai/tools/t.yaml'],
  },
  {
    name: 'an unsigned file',
    settings: { dev_mode: false },
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Sign the file', 'Work in dev mode'],
    ready: 'Work in dev mode',
  },
  {
    name: 'a key that nobody trusts',
    settings: { dev_mode: false },
    files: codeEntries['signature-untrusted'].files,
    offers: ['Trust the key', 'Work in dev mode'],
  },
]

const fixesOf = ({ files, settings = {}, item = 't' }: Row) => {
  const { workspace: here } = open(files, settings)
  const request: AnalysisRequest = { item_id: item, parameters: '{}' }
  return { here, request, fixes: explainFixes(here, request) }
}

/** What the engine says of the draft once the fix is made. */
function after({ here, request }: ReturnType<typeof fixesOf>, fix: Fix) {
  const changed = changedWorkspace(here, fix.changes)
  if (!changed) throw new Error(`${fix.title} cannot be made`)
  const asked = fix.changes.find((change) => change.kind === 'ask')
  return resolveRun(changed, asked ? { ...request, item_id: asked.item_id } : request)
}

test.for(rows)('$name', (row) => {
  const asked = fixesOf(row)
  const titles = asked.fixes.map(({ title }) => title)
  for (const title of row.offers)
    expect(
      titles.some((offered) => offered.startsWith(title)),
      title,
    ).toBe(true)
  if (row.ready === undefined) return
  const fix = asked.fixes.find(({ title }) => title === row.ready)
  expect(fix).toMatchObject({ state: 'verified', ready: true })
  expect(after(asked, fix!).ready).toBe(true)
})

test('what needs no fix is offered none', () => {
  const { analyze, workspace: here } = open(workspace`
    === project/tools/t.yaml
    version: "1.0.0"
    category: demo
    executor_id: rye/core/primitives/execute
    config: {command: ls}
  `)
  expect(analyze('t').status).toBe('ready')
  expect(explainFixes(here, { item_id: 't', parameters: '{}' }).map(({ state }) => state)).not.toContain('verified')
})

test.for(codes.filter((code) => !codeEntries[code].only && code !== 'dependency-limit'))(
  '%s: whatever is offered takes its finding away, and touches no system file',
  (code) => {
    const { files, bytes = {}, item, settings = {} } = codeEntries[code]
    const all = { files: { ...files.files, ...bytes }, marks: [] }
    const asked = fixesOf({ name: code, files: all, settings, ...(item !== undefined && { item }), offers: [] })
    const before = resolveRun(asked.here, asked.request)
    for (const fix of asked.fixes) {
      for (const change of fix.changes) if ('path' in change) expect(change.path).toMatch(/^\/(?:project|user)\//)
      if (fix.state !== 'verified') continue
      const now = after(asked, fix)
      expect(now.ready).toBe(fix.ready)
      const count = (findings: typeof now.findings): number => findings.filter((one) => one.code === fix.code).length
      const milder = fix.changes.some(({ kind }) => kind === 'dev-mode')
      if (!milder) expect(count(now.findings), fix.title).toBeLessThan(count(before.findings))
    }
  },
)

test('the example of a broken graph is mended by what is offered for each of its findings (R16.8)', () => {
  const snapshot = exampleSnapshots()['graph-repair']!
  let here = workspaceOfDraft(snapshot)
  const wrong = (): readonly string[] =>
    resolveRun(here, snapshot).findings.flatMap(({ code }) => (severity[code] !== 'hint' && code.startsWith('graph-') ? [code] : [])) // prettier-ignore
  const made: string[] = []
  for (let left = wrong(); left.length > 0; left = wrong()) {
    const fix = explainFixes(here, snapshot).find(({ code, state }) => left.includes(code) && state === 'verified')
    expect(fix, left.join()).toBeDefined()
    here = changedWorkspace(here, fix!.changes)!
    made.push(fix!.title)
  }
  expect(made).toEqual([
    'Lead to summary',
    'Go through ${inputs.texts}',
    'Make nothing a gate',
    'Write counts',
    'Permit rye.execute.tool.text.count',
  ])
  expect(resolveRun(here, snapshot).ready).toBe(true)
})
