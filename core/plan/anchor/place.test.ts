import { expect, test } from 'vitest'
import type { Analysis } from '../../answer/analysis.ts'
import { open, testSettings, workspace, analyzeFiles, codesOf } from '../../testing/workspace.ts'
import { tool } from '../../testing/worst/attack.ts'

// R7.1 to R7.3: whether an anchor is active, its place, and its effect on paths.

const anchored = (anchor: string, more = '') => workspace`
  === project/tools/d/t.yaml
  executor_id: rye/core/primitives/execute
  config: {command: ls}
  anchor: ${anchor}
  === project/tools/d/package.json
  {}
  === project/tools/d/sub/inner.txt
  === project/tools/above.txt
  ${more}
`

const run = (anchor: string, environ: Readonly<Record<string, string>> = {}, separator: ':' | ';' = ':'): Analysis =>
  open(anchored(anchor), { world: { ...testSettings.world, environ, path_separator: separator } }).analyze('d/t')

test.for([
  { anchor: '{enabled: true, mode: always}', active: true, because: 'mode-always' },
  { anchor: '{enabled: true, mode: never, markers_any: [package.json]}', active: false, because: 'mode-never' },
  { anchor: '{enabled: false, mode: always}', active: false, because: 'disabled' },
  { anchor: '{enabled: false, markers_any: [package.json]}', active: false, because: 'disabled' },
  { anchor: '{enabled: true, mode: auto, markers_any: [package.json]}', active: true, because: 'marker-found' },
  { anchor: '{enabled: true, markers_any: [nope, package.json]}', active: true, because: 'marker-found' },
  { anchor: '{enabled: true, markers_any: [sub]}', active: true, because: 'marker-found' },
  { anchor: '{enabled: true, markers_any: [nope]}', active: false, because: 'no-marker' },
  { anchor: '{enabled: true, markers_any: [above.txt]}', active: false, because: 'no-marker' },
  { anchor: '{enabled: true, markers_any: []}', active: false, because: 'no-marker' },
  { anchor: '{enabled: true, markers_any: null}', active: false, because: 'no-marker' },
  { anchor: '{enabled: true}', active: false, because: 'no-marker' },
  { anchor: 'null', active: false, because: 'none-declared' },
])('R7.1: the anchor $anchor is active or not because of $because', ({ anchor, active, because }) => {
  expect(run(anchor).anchor).toMatchObject({ active, because, source: because === 'none-declared' ? null : 0 })
})

test.for([
  { root: 'tool_dir', path: '/project/.ai/tools/d' },
  { root: 'tool_parent', path: '/project/.ai/tools' },
  { root: 'project_path', path: '/project' },
])('R7.2: the root $root is $path', ({ root, path }) => {
  const { anchor } = run(`{enabled: true, mode: always, root: ${root}, cwd: "{anchor_path}/x"}`)
  expect(anchor).toMatchObject({ cwd: `${path}/x`, context: { anchor_path: path } })
})

test("R7.2: the default root is the tool's directory, and all eight names are set", () => {
  expect(run('{enabled: true, mode: always}').anchor?.context).toEqual({
    tool_path: '/project/.ai/tools/d/t.yaml',
    tool_dir: '/project/.ai/tools/d',
    tool_parent: '/project/.ai/tools',
    anchor_path: '/project/.ai/tools/d',
    runtime_lib: '',
    project_path: '/project',
    user_space: '/user',
    system_space: '/system',
  })
})

const paths = (edits: string): string => `{enabled: true, mode: always, env_paths: {P: ${edits}}}`

test.for([
  { edits: '{prepend: [/a, /b]}', before: '/x', after: '/a:/b:/x' },
  { edits: '{append: [/a, /b]}', before: '/x', after: '/x:/a:/b' },
  { edits: '{prepend: [/a], append: [/b]}', before: '/x:/y', after: '/a:/x:/y:/b' },
  { edits: '{prepend: [/a], append: [/b]}', before: undefined, after: '/a:/b' },
  { edits: '{prepend: [/y]}', before: '/x:/y', after: '/x:/y' },
  { edits: '{append: [/x]}', before: '/x:/y', after: '/x:/y' },
  { edits: '{prepend: [/a], append: [/a]}', before: '/x', after: '/a:/x' },
  { edits: '{append: [/a, /a]}', before: '/x', after: '/x:/a' },
  { edits: '{prepend: [/a, /b, /a]}', before: '/x', after: '/b:/a:/x' },
  { edits: '{prepend: ["", /a]}', before: ':/x::', after: '/a:/x' },
  { edits: '{prepend: ["{tool_dir}/lib"]}', before: '/x', after: '/project/.ai/tools/d/lib:/x' },
  { edits: '{prepend: ["{runtime_lib}"]}', before: '/x', after: '/x' },
  { edits: '{prepend: null, append: null}', before: '/x', after: '/x' },
  { edits: 'null', before: '/x', after: '/x' },
])('R7.3: $edits changes $before to $after', ({ edits, before, after }) => {
  const made = run(paths(edits), before === undefined ? {} : { P: before })
  expect(made.env?.['P']).toBe(after)
})

test('R7.3: a variable named like an object member is unset by default', () => {
  const made = run('{enabled: true, mode: always, env_paths: {toString: {prepend: [/a]}}}')
  expect(made.env?.['toString']).toBe('/a')
})

test("R7.3: entries are joined with the host's path separator", () => {
  expect(run(paths('{prepend: [/a]}'), { P: 'C:/x;D:/y' }, ';').env?.['P']).toBe('/a;C:/x;D:/y')
})

test('R7.3: an entry that exceeds the limit stays unchanged, with a finding', () => {
  const user = `/${'u'.repeat(600_000)}`
  const edits = paths('{prepend: ["{user_space}/a"], append: ["{user_space}/b"]}')
  const made = open(anchored(edits), { user }).analyze('d/t')
  expect(made.env?.['P']).toBe(`${user}/a:{user_space}/b`)
  expect(made.diagnostics.find(({ code }) => code === 'template-limit')).toMatchObject({ facts: { key: 'P' } })
})

test('R7.3: an unknown placeholder stays unchanged, with a finding', () => {
  const files = anchored('{enabled: true, mode: always, cwd: «"{what}/w"», env_paths: {P: {prepend: [«"{nope}/x"»]}}}')
  const made = open(files).analyze('d/t')
  expect(made.env?.['P']).toBe('{nope}/x')
  expect(made.anchor?.cwd).toBe('{what}/w')
  const reported = made.diagnostics.filter(({ code }) => code === 'anchor-placeholder-unknown')
  expect(reported).toMatchObject([
    { severity: 'warning', facts: { placeholder: '{what}' }, at: files.marks[0] },
    { severity: 'warning', facts: { placeholder: '{nope}' }, at: files.marks[1] },
  ])
})

test('R7.3: an inactive anchor has no effect', () => {
  const made = run('{enabled: false, cwd: /x, env_paths: {P: {prepend: [/a]}}}', { P: '/x' })
  expect(made).toMatchObject({ env: { P: '/x' }, anchor: { cwd: null, active: false } })
})

test('R7.3: each part of an edited path has its origin, and the path lists its earlier value', () => {
  const files = anchored(
    '{enabled: true, mode: always, env_paths: {P: {prepend: ["«{tool_dir}»«/lib»"], append: ["«/end»"]}}}',
  )
  const world = { ...testSettings.world, environ: { P: '/x' } }
  const { provenance } = open(files, { world }).analyze('d/t')
  const { value, spans, beat, by } = provenance['/env/P']!
  expect(value).toBe('/project/.ai/tools/d/lib:/x:/end')
  expect(by).toMatchObject({ kind: 'anchor', item_id: 'd/t' })
  expect(beat).toMatchObject([{ value: '/x', by: { kind: 'host' } }])
  expect(spans?.map((span) => [String(value).slice(span.start, span.end), span.by.kind, span.via])).toEqual([
    ['/project/.ai/tools/d', 'context', ['{tool_dir}']],
    ['/lib', 'anchor', []],
    [':', 'anchor', []],
    ['/x', 'host', []],
    [':', 'anchor', []],
    ['/end', 'anchor', []],
  ])
  expect(spans?.[1]?.at).toMatchObject(files.marks[1]!)
  expect(spans?.[5]?.at).toMatchObject(files.marks[2]!)
})

test.for([
  { anchor: '[a]', field: 'anchor' },
  { anchor: 'text', field: 'anchor' },
  { anchor: '{enabled: true, mode: always, env_paths: [a]}', field: 'anchor.env_paths' },
  { anchor: paths('text'), field: 'anchor.env_paths.P' },
  { anchor: paths('{prepend: text}'), field: 'anchor.env_paths.prepend' },
  { anchor: paths('{append: [1]}'), field: 'anchor.env_paths.append' },
])('R7.3: $anchor is an error in $field', ({ anchor, field }) => {
  const made = run(anchor)
  expect(made.status).toBe('refused')
  expect(made.diagnostics).toContainEqual(
    expect.objectContaining({ code: 'metadata-wrong-type', facts: expect.objectContaining({ field }) }),
  )
})

test.for([
  { cwd: '"{tool_dir}"', found: '/project/.ai/tools', codes: [] },
  { cwd: 'null', found: null, codes: [] },
  { cwd: '""', found: null, codes: [] },
  { cwd: '5', found: null, codes: ['metadata-wrong-type'] },
  { cwd: '[a]', found: null, codes: ['metadata-wrong-type'] },
  { cwd: 'false', found: null, codes: ['metadata-wrong-type'] },
])('R7.3: the cwd $cwd becomes $found', ({ cwd, found, codes }) => {
  const run = analyzeFiles(tool(`config: {command: ls}\nanchor: {enabled: true, mode: always, cwd: ${cwd}}`))
  expect([run.anchor?.cwd, codesOf(run).filter((code) => code === 'metadata-wrong-type')]).toEqual([found, codes])
  expect(run.status).toBe(codes.length === 0 ? 'ready' : 'refused')
})

test.for([
  { cwd: '"{tool_dir}/{unknown}"', found: '/project/.ai/tools/{unknown}', status: 'ready' },
  { cwd: '{a: b}', found: null, status: 'refused' },
  { cwd: '1.5', found: null, status: 'refused' },
  { cwd: '2026-01-01', found: null, status: 'refused' },
])('R7.3: the cwd $cwd becomes $found', ({ cwd, found, status }) => {
  const run = analyzeFiles(tool(`config: {command: ls}\nanchor: {enabled: true, mode: always, cwd: ${cwd}}`))
  expect([run.anchor?.cwd ?? null, run.status]).toEqual([found, status])
})
