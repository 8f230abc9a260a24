import { expect, test } from 'vitest'
import { open, workspace } from '../../testing/workspace.ts'

// R7: the element whose anchor applies, and its effect on a plan.

const always = '{enabled: true, mode: always}'

const chain = (tool: string, runtime: string, primitive: string) => workspace`
  === project/tools/d/t.yaml
  executor_id: rt/r
  config: {command: ls}
  ${tool}
  === user/tools/rt/r.yaml
  executor_id: rye/core/primitives/execute
  ${runtime}
  === system/tools/rye/core/primitives/execute.yaml
  ${primitive}
`

test.for([
  { tool: `anchor: ${always}`, runtime: `anchor: ${always}`, primitive: '', source: 0, active: true },
  { tool: 'anchor: {enabled: false}', runtime: `anchor: ${always}`, primitive: '', source: 0, active: false },
  { tool: '', runtime: `anchor: ${always}`, primitive: `anchor: ${always}`, source: 1, active: true },
  { tool: 'anchor: null', runtime: `anchor: ${always}`, primitive: '', source: 1, active: true },
  { tool: 'anchor: {}', runtime: `anchor: ${always}`, primitive: '', source: 1, active: true },
  { tool: '', runtime: '', primitive: `anchor: ${always}`, source: 2, active: true },
  { tool: '', runtime: '', primitive: '', source: null, active: false },
])(
  'R7.1: with the anchors $tool / $runtime / $primitive, element $source decides',
  ({ tool, runtime, primitive, source, active }) => {
    expect(open(chain(tool, runtime, primitive)).analyze('d/t').anchor).toMatchObject({ source, active })
  },
)

test('R7.1: the markers of a runtime are searched next to the tool', () => {
  const { analyze, write } = open(chain('', 'anchor: {enabled: true, markers_any: [here]}', ''))
  write('/user/.ai/tools/rt/here', '')
  expect(analyze('d/t').anchor).toMatchObject({ active: false, because: 'no-marker' })
  write('/project/.ai/tools/d/here', '')
  expect(analyze('d/t').anchor).toMatchObject({ active: true, because: 'marker-found' })
})

test.for([
  { tool: '', runtime: 'anchor: {enabled: true, lib: lib/x}', lib: '/user/.ai/tools/rt/lib/x' },
  { tool: 'anchor: {enabled: true, lib: own}', runtime: 'anchor: {lib: lib}', lib: '/project/.ai/tools/d/own' },
  { tool: 'anchor: {enabled: true}', runtime: 'anchor: {enabled: true, lib: lib}', lib: '/user/.ai/tools/rt/lib' },
  { tool: '', runtime: 'anchor: {enabled: false, lib: lib}', lib: '/user/.ai/tools/rt/lib' },
  { tool: '', runtime: 'anchor: {enabled: true}', lib: '' },
])('R7.2: $tool / $runtime: runtime_lib is $lib, next to the element that declares it', ({ tool, runtime, lib }) => {
  expect(open(chain(tool, runtime, '')).analyze('d/t').anchor?.context['runtime_lib']).toBe(lib)
})

test('R7.3: a plan uses cwd through a template of the runtime', () => {
  const runtime = `config: {cwd: "{anchor_path}"}\nanchor: {enabled: true, mode: always, root: tool_parent}`
  const files = chain('', '', '')
  const { analyze, write } = open(files)
  write('/user/.ai/tools/rt/r.yaml', `executor_id: rye/core/primitives/execute\n${runtime}\n`)
  expect(analyze('d/t').plan).toMatchObject({ cwd: '/project/.ai/tools' })
})

test('R7.1: the trace names the element that declared the anchor and the reason for its state', () => {
  const { trace } = open(chain('', `anchor: {enabled: true, mode: always, cwd: "{tool_dir}"}`, '')).analyze('d/t')
  expect(trace.find(({ step }) => step === 'place_anchor')).toEqual({
    step: 'place_anchor',
    declared_by: 'rt/r',
    active: true,
    because: 'mode-always',
    anchor_path: '/project/.ai/tools/d',
    cwd: '/project/.ai/tools/d',
  })
})

test('R7.4: a finding reports dependencies that are not verified because the anchor is off', () => {
  const files = chain('anchor: «{enabled: false}»', 'verify_deps: {enabled: true, extensions: [.py]}', '')
  const { analyze, write } = open(files)
  write('/project/.ai/tools/d/lib.py', '')
  const run = analyze('d/t')
  expect(run.anchor?.verified_dependencies).toEqual([])
  expect(run.diagnostics.filter(({ code }) => code === 'anchor-inactive')).toMatchObject([
    { facts: { because: 'disabled' }, at: files.marks[0] },
  ])
})
