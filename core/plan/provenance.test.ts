import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Analysis, ProvenanceEntry } from '../answer/analysis.ts'
import { analyze } from '../answer/analyze.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { anyQuestion } from '../testing/arbitrary.ts'
import { exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { open, workspace, type TestFiles } from '../testing/workspace.ts'
import { Workspace } from '../workspace/workspace.ts'
import { propertyRuns, propertyTimeout } from '../testing/property.ts'
import { pureHost } from '../pure-host.ts'

// R8.4, R9.7: the source of every value, down to the character.

const shown = { show_secrets: true }

/** Checks the provenance of every value in a document. */
function checkProvenance(here: Workspace, document: Analysis, parameters: string): void {
  const sourceOf = (path: string): string | undefined =>
    path.startsWith('/') ? here.file(path)?.text : path === '(parameters)' ? parameters : undefined
  for (const [pointer, { value, spans, at }] of Object.entries(document.provenance)) {
    if (at) expect(sourceOf(at.path)?.length, pointer).toBeGreaterThanOrEqual(at.end)
    if (typeof value !== 'string') continue
    let covered = 0
    for (const span of spans ?? []) {
      expect(span.start, pointer).toBe(covered)
      expect(span.end, pointer).toBeGreaterThan(span.start)
      covered = span.end
      if (!span.exact) continue
      const written = sourceOf(span.at?.path ?? '')?.slice(span.at?.start, span.at?.end)
      expect(written, pointer).toBe(value.slice(span.start, span.end))
    }
    if (spans) expect(covered, pointer).toBe(value.length)
  }
}

/** Checks that every value that a plan passes to a primitive has an entry with the value of the plan. */
function checkPlan(document: Analysis): void {
  const { plan, provenance } = document
  if (!plan) return
  const values: [string, unknown][] =
    plan.primitive === 'http_client'
      ? [['/plan/url', plan.url], ['/plan/method', plan.method], ...below('/plan/headers', plan.headers)]
      : [
          ['/plan/command', plan.command],
          ...plan.args.map((arg, index): [string, unknown] => [`/plan/args/${index}`, arg]),
          ...below('/plan/env', plan.env),
          ...(plan.cwd === null ? [] : [['/plan/cwd', plan.cwd] as [string, unknown]]),
          ...(plan.input === null ? [] : [['/plan/input', plan.input] as [string, unknown]]),
        ]
  for (const [pointer, value] of values) expect(provenance[pointer]?.value, pointer).toBe(value)
}

const below = (pointer: string, record: Readonly<Record<string, string>>): [string, unknown][] =>
  Object.entries(record).map(([name, value]) => [
    `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    value,
  ])

test.for(Object.entries(exampleSnapshots()))('R9.7: example %s: every character has a source', ([, snapshot]) => {
  const here = workspaceOfDraft(snapshot)
  const document = analyze(here, snapshot, shown)
  checkProvenance(here, document, snapshot.parameters)
  checkPlan(document)
})

test(
  'R9.7: in any workspace, spans cover every string without a gap, and an exact span equals its source',
  () => {
    const numRuns = propertyRuns(1_000)
    let planned = 0
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const tree = new MemoryTree()
        for (const [path, bytes] of Object.entries(question.files)) tree.write(path, bytes)
        const here = new Workspace({ ...question.settings, dev_mode: true }, tree, pureHost)
        const document = analyze(here, question, shown)
        checkProvenance(here, document, question.parameters)
        checkPlan(document)
        planned += Number(document.plan !== null)
      }),
      { numRuns },
    )
    expect(planned).toBeGreaterThan(numRuns / 100)
  },
  propertyTimeout(2_000),
)

const ask = (files: TestFiles, parameters = '{}', options = shown): Analysis =>
  open(files).analyze('t', parameters, options)
const entry = (document: Analysis, pointer: string): ProvenanceEntry => {
  const found = document.provenance[pointer]
  if (!found) throw new Error(`nothing is known of ${pointer}`)
  return found
}

const chain = workspace`
  === project/.env
  GREETING=«hello»
  LEVEL=one
  === project/tools/t.yaml
  executor_id: run
  env_config:
    env:
      LEVEL: "«tool»"
      BOTH: "«$»{LEVEL}-{x}"
  config:
    args: ["say «$»{GREETING} to {name}!", "{name}"]
  === user/tools/run.yaml
  executor_id: rye/core/primitives/execute
  env_config: {env: {LEVEL: runtime}}
  config:
    command: echo
    args: ["never"]
`

test('R9.7: a string expanded in both passes keeps each step and the place of every part', () => {
  const document = ask(chain, '{"name": "Ada"}')
  const { value, spans, steps, by, at, beat } = entry(document, '/plan/args/0')
  expect(value).toBe('say hello to Ada!')
  expect(steps?.map(({ pass, placeholder, replacement, from }) => [pass, placeholder, replacement, from])).toEqual([
    [1, '${GREETING}', 'hello', 'value'],
    [2, '{name}', 'Ada', 'value'],
  ])
  expect(spans?.map((span) => [String(value).slice(span.start, span.end), span.by.kind, span.via])).toEqual([
    ['say ', 'element', []],
    ['hello', 'dotenv', ['${GREETING}']],
    [' to ', 'element', []],
    ['Ada', 'caller', ['{name}']],
    ['!', 'element', []],
  ])
  expect(spans?.[1]?.at).toEqual(chain.marks[0])
  expect(by).toMatchObject({ kind: 'element', item_id: 't', index: 0 })
  expect(at?.path).toBe('/project/.ai/tools/t.yaml')
  expect(beat).toEqual([])
})

test('R9.7: an environment value names its winner, its line, and the overridden values, last first', () => {
  const { value, by, at, beat } = entry(ask(chain), '/env/LEVEL')
  expect(value).toBe('tool')
  expect(by).toMatchObject({ kind: 'element', item_id: 't' })
  expect(at).toMatchObject({ path: '/project/.ai/tools/t.yaml', from: { line: 4, column: 12 } })
  expect(beat.map((loser) => [loser.value, loser.by.kind, loser.at?.from.line, loser.because])).toEqual([
    ['runtime', 'element', 2, 'overridden'],
    ['one', 'dotenv', 2, 'overridden'],
  ])
})

test('R8.4: every leaf of a config names its layer and the layers it overrides, in order', () => {
  const document = ask(workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: ls}
    config_resolve: {path: web.yaml}
    === system/config/web.yaml
    limits: {time: 1, size: 5}
    === user/config/web.yaml
    limits:
      time: 2
    === project/config/web.yaml
    extends: base
    limits:
      # ours
      time: 3
  `)
  expect(document.resolved_config).toEqual({ limits: { time: 3, size: 5 } })
  const { by, at, beat } = entry(document, '/resolved_config/limits/time')
  expect(by).toEqual({ kind: 'config', space: 'project', path: '/project/.ai/config/web.yaml' })
  expect(at?.from).toEqual({ line: 4, column: 9 })
  expect(beat.map((loser) => [loser.value, loser.at?.path])).toEqual([
    [2, '/user/.ai/config/web.yaml'],
    [1, '/system/.ai/config/web.yaml'],
  ])
  expect(entry(document, '/resolved_config/limits/size').by).toMatchObject({ space: 'system:core' })
})

test('R9.1: a parameter that the context replaces is reported as a collision of names', () => {
  const document = ask(
    workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "{project_path}", args: ["{command}", "{x}"], x: low}
    `,
    '{"project_path": "/elsewhere", "command": "rm", "x": "high"}',
  )
  expect(entry(document, '/plan/command')).toMatchObject({
    value: '/project',
    by: { kind: 'context', name: 'project_path' },
    beat: [{ value: '/elsewhere', by: { kind: 'caller' }, because: 'name-collides' }],
  })
  expect(entry(document, '/plan/args/1')).toMatchObject({
    value: 'high',
    beat: [{ value: 'low', by: { kind: 'element' }, because: 'overridden' }],
  })
})

test('R6.3: an interpreter lists every path it tried', () => {
  const document = ask(workspace`
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: "\${PY}"}
    env_config:
      interpreter: {type: local_binary, var: PY, binary: python, search_paths: [.venv/bin, bin], fallback: python3}
    === project/bin/python
    #!
  `)
  expect(entry(document, '/plan/command').spans?.[0]?.by).toEqual(entry(document, '/env/PY').by)
  expect(entry(document, '/env/PY').by).toEqual({
    kind: 'interpreter',
    item_id: 't',
    space: 'project',
    tried: [
      { tried: '/project/.venv/bin/python', found: false },
      { tried: '/project/bin/python', found: true },
    ],
  })
})

const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'

test.for([
  { name: 'a value of .env', secret: 'correct-horse', files: (secret: string) => `X=${secret}` },
  { name: 'a string shaped like a secret', secret: token, files: () => 'Y=1' },
])(
  'R13.1: $name is a fingerprint in the trace and the provenance, unless secrets are requested',
  ({ secret, files }) => {
    const parameters = JSON.stringify({ name: secret === token ? token : 'Ada' })
    const drafted = workspace`
    === project/.env
    ${files(secret)}
    === project/tools/t.yaml
    executor_id: rye/core/primitives/execute
    config: {command: echo, args: ["\${X}", "{name}"], input_data: "{params_json}"}
  `
    const hidden = ask(drafted, parameters, { show_secrets: false })
    expect(JSON.stringify([hidden.trace, hidden.provenance])).not.toContain(secret)
    const pointer = secret === token ? '/plan/args/1' : '/plan/args/0'
    expect(entry(hidden, pointer)).toMatchObject({ secret: true, value: expect.stringMatching(/^secret:[0-9a-f]{8}$/) })
    expect(entry(ask(drafted, parameters), pointer).value).toBe(secret)
    expect(hidden.plan?.digest).toBe(ask(drafted, parameters).plan?.digest)
  },
)
