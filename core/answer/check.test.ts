import { expect, test } from 'vitest'
import { pureHost } from '../pure-host.ts'
import { WorkspaceChecker, type ItemCheck } from './check.ts'
import { open, workspace, type TestWorkspace } from '../testing/index.ts'

const files = workspace`
  === project/tools/a.py
  __version__ = "1.0.0"
  __executor_id__ = "run"
  === project/tools/b.yaml
  version: "2.0.0"
  executor_id: run
  config_resolve: {path: shared.yaml}
  === project/tools/alone.yaml
  executor_id: rye/core/primitives/execute
  === system/tools/run.yaml
  executor_id: rye/core/primitives/execute
  env_config:
    interpreter: {type: local_binary, binary: python, search_paths: [bin], var: PYTHON, fallback: python3}
  config: {command: "\${PYTHON}", args: ["{tool_path}"], input_data: "{params_json}"}
  === /system/.ai/config/shared.yaml
  limit: 1
`

/** A checker after its first check, and a function that checks again and returns the rechecked items. */
function checked(): TestWorkspace & { readonly first: ReadonlyMap<string, ItemCheck>; again(): readonly string[] } {
  const opened = open(files)
  const checker = new WorkspaceChecker(opened.workspace)
  const all = (): Map<string, ItemCheck> => new Map(checker.checkAll().map((check) => [check.item_id, check]))
  let known = all()
  return {
    ...opened,
    first: known,
    again() {
      const now = all()
      const rechecked = [...now].filter(([id, check]) => known.get(id) !== check).map(([id]) => id)
      const gone = [...known.keys()].filter((id) => !now.has(id))
      known = now
      return [...rechecked, ...gone].sort()
    },
  }
}

test('the check of an item equals its separate analysis (R12.1)', () => {
  const { first, analyze } = checked()
  expect([...first.keys()].sort()).toEqual(['a', 'alone', 'b', 'run'])
  for (const [id, check] of first) {
    const alone = analyze(id)
    expect(check.plan_digest).toBe(alone.plan?.digest ?? null)
    expect(check.findings.map(({ code }) => code)).toEqual(alone.diagnostics.map(({ code }) => code))
    expect(check.ready).toBe(alone.status === 'ready')
    expect(check.chain_length).toBe(alone.chain.length)
  }
})

test('the first check does not change a later analysis (R12.1)', () => {
  const { analyze } = checked()
  const { trace: reported, ...fresh } = open(files).analyze('b')
  const { trace, ...after } = analyze('b')
  expect(after).toEqual(fresh)
  expect(trace.map(({ step }) => step)).toEqual(reported.map(({ step }) => step))
})

interface Change {
  readonly name: string
  readonly change: (of: TestWorkspace) => void
  readonly rechecked: readonly string[]
}

function everyPlanIsCurrent({ workspace, analyze }: TestWorkspace): void {
  for (const { item_id, plan_digest } of new WorkspaceChecker(workspace).checkAll()) {
    expect(plan_digest).toBe(analyze(item_id).plan?.digest ?? null)
  }
}

const edits: readonly Change[] = [
  { name: 'no file', change: () => {}, rechecked: [] },
  {
    name: 'a tool',
    change: ({ write }) => write('/project/.ai/tools/a.py', '__executor_id__ = "run"\n__version__ = "3.0.0"\n'),
    rechecked: ['a'],
  },
  {
    name: 'the runtime of two tools',
    change: ({ write }) =>
      write('/system/.ai/tools/run.yaml', 'executor_id: rye/core/primitives/execute\nconfig: {command: other}\n'),
    rechecked: ['a', 'b', 'run'],
  },
  {
    name: 'a tool config that one tool asks for',
    change: ({ write }) => write('/system/.ai/config/shared.yaml', 'limit: 2\n'),
    rechecked: ['b'],
  },
]

test.for(edits)(
  'after an edit of $name, only the items that depend on it are checked again (R12.1)',
  ({ change, rechecked }) => {
    const all = checked()
    change(all)
    expect(all.again()).toEqual(rechecked)
    expect(all.again()).toEqual([])
    everyPlanIsCurrent(all)
  },
)

const additions: readonly Change[] = [
  {
    name: 'a file that shadows the runtime',
    change: ({ write }) => write('/project/.ai/tools/run.yaml', 'executor_id: rye/core/primitives/execute\n'),
    rechecked: ['a', 'b', 'run'],
  },
  {
    name: 'a layer of a tool config',
    change: ({ write }) => write('/project/.ai/config/shared.yaml', 'limit: 3\n'),
    rechecked: ['b'],
  },
  {
    name: 'the interpreter that was searched for',
    change: ({ write }) => write('/project/bin/python', ''),
    rechecked: ['a', 'b'],
  },
]

test.for(additions)(
  'items that depend on the absence of $name are checked again when it appears (R12.1)',
  ({ change, rechecked }) => {
    const all = checked()
    change(all)
    expect(all.again()).toEqual(expect.arrayContaining([...rechecked]))
    expect(all.again()).toEqual([])
    everyPlanIsCurrent(all)
  },
)

test('placing findings in one pass gives the same findings and reads each file once', () => {
  const check = (placesAtOnce: boolean) => {
    const { workspace } = open(files)
    const checker = new WorkspaceChecker(workspace, {}, { placesAtOnce })
    const entries = checker.checkAll().map((item) => checker.ownEntries(item))
    return { entries, reads: workspace.figures.file.misses }
  }
  const [later, atOnce] = [check(false), check(true)]
  expect(atOnce.entries).toEqual(later.entries)
  expect(atOnce.entries.flat().length).toBeGreaterThan(0)
  // Each of the five files is read once.
  expect([atOnce.reads, later.reads > 5]).toEqual([5, true])
})

test('a checker without digests computes none and reports the same findings', () => {
  const check = (digests: boolean) => {
    let made = 0
    const sha256 = (data: string | Uint8Array): string => {
      if (typeof data === 'string' && data.startsWith('{"args":')) made++
      return pureHost.sha256(data)
    }
    const { workspace } = open(files, {}, { ...pureHost, sha256 })
    const checks = new WorkspaceChecker(workspace, {}, { digests }).checkAll()
    return {
      made,
      checks: checks.map(({ plan_digest: _digest, ...check }) => check),
      withDigest: checks.filter((check) => 'plan_digest' in check),
    }
  }
  const [without, withAll] = [check(false), check(true)]
  expect(without.checks).toEqual(withAll.checks)
  expect([without.made, without.withDigest]).toEqual([0, []])
  expect(withAll.made).toBeGreaterThan(0)
})

test('the plan of a bundled runtime is judged only in the chains of tools', () => {
  const runtime = (config: string): string =>
    `tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: ${config}`
  const { workspace: one } = open(workspace`
    === system/tools/empty.yaml
    ${runtime('{command: "${NONE}"}')}
    === system/tools/script.yaml
    ${runtime('{command: sh, args: ["{script}", "{tool_path}"]}')}
    === project/tools/own.yaml
    ${runtime('{command: "${NONE}"}')}
    === project/tools/a.yaml
    executor_id: empty
    === project/tools/b.yaml
    executor_id: script
  `)
  const checker = new WorkspaceChecker(one)
  const found = checker
    .checkAll()
    .map((item) => [
      item.item_id,
      checker.ownEntries(item).flatMap(({ code, severity }) => (severity === 'hint' ? [] : [code])),
    ])
  expect(Object.fromEntries(found)).toEqual({
    empty: [],
    script: [],
    own: ['plan-incomplete'],
    a: ['plan-incomplete'],
    b: ['template-unknown-name'],
  })
})

test('a placeholder is unknown to a check only if the schema does not declare it', () => {
  const { workspace: one } = open(workspace`
    === project/tools/greet.yaml
    executor_id: rye/core/primitives/execute
    config_schema: {type: object, properties: {name: {type: string}, word: {type: string, default: hi}}}
    config: {command: echo, args: ["{word} {name} {nmae}"]}
  `)
  const [greet] = new WorkspaceChecker(one).checkAll()
  const unknown = greet?.findings.flatMap((one) => (one.code === 'template-unknown-name' ? [one.placeholder] : []))
  expect([greet?.warnings, unknown]).toEqual([1, ['{nmae}']])
})

test('a check warns about IDs of one space that macOS and Windows cannot keep apart', () => {
  const text = 'executor_id: rye/core/primitives/execute\nconfig: {command: "true"}\n'
  const opened = open({
    files: {
      '/project/.ai/tools/Demo/greet.yaml': text,
      '/project/.ai/tools/demo/greet.py': '__executor_id__ = "rye/core/primitives/execute"\n',
      '/project/.ai/tools/caf\u00e9.yaml': text,
      '/project/.ai/tools/cafe\u0301.yaml': text,
      '/project/.ai/tools/one.yaml': text,
      '/user/.ai/tools/ONE.yaml': text,
    },
  })
  const checker = new WorkspaceChecker(opened.workspace)
  const alike = (): readonly (readonly [string, string])[] =>
    checker
      .checkAll()
      .flatMap(({ findings }) => findings)
      .flatMap((finding) => (finding.code === 'id-alike' ? [[finding.item_id, finding.other] as const] : []))
  expect(alike()).toEqual([
    ['Demo/greet', 'demo/greet'],
    ['cafe\u0301', 'caf\u00e9'],
    ['caf\u00e9', 'cafe\u0301'],
    ['demo/greet', 'Demo/greet'],
  ])
  opened.tree.remove('/project/.ai/tools/demo/greet.py')
  expect(alike()).toHaveLength(2)
})
