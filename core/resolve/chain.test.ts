import { expect, test } from 'vitest'
import { primitiveAtEnd } from './chain-end.ts'
import { buildChain } from './chain.ts'
import { limits } from '../limits.ts'
import { pureHost } from '../pure-host.ts'
import { open, testSettings, workspace } from '../testing/workspace.ts'
import { untraced, type TraceEvent } from '../trace.ts'
import { Workspace } from '../workspace/workspace.ts'

// R3: the chain from an item to its primitive.

const whole = workspace`
  === project/tools/tool.py
  __executor_id__ = "runtime"
  === user/tools/runtime.yaml
  executor_id: rye/core/primitives/execute
`

test('R3.1: a chain begins with the tool and ends with the primitive', () => {
  const { workspace: here } = open(whole)
  const { elements, problem } = buildChain(here, 'tool', untraced)
  expect(problem).toBeNull()
  expect(elements.map(({ item_id, space }) => [item_id, space])).toEqual([
    ['tool', 'project'],
    ['runtime', 'user'],
    ['rye/core/primitives/execute', 'system'],
  ])
})

test('a search counts 10 units of work per place, and 50 more per place where the item is missing', () => {
  const { tree } = open(whole)
  const here = new Workspace(testSettings, tree, pureHost, { suggests: false })
  expect(buildChain(here, 'tool', untraced).search).toBe(4 * 10)
  expect(buildChain(here, 'missing', untraced).search).toBe(4 * 10 + 4 * 50)
})

const line = (length: number) => ({
  files: Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `/project/.ai/tools/e${index}.yaml`,
      index === length - 1 ? 'version: "1"\n' : `executor_id: e${index + 1}\n`,
    ]),
  ),
})

test.for([
  { length: 1, code: undefined },
  { length: 10, code: undefined },
  { length: 11, code: 'chain-too-deep' },
  { length: 50, code: 'chain-too-deep' },
])('R3.1: a chain of $length elements has the problem $code', ({ length, code }) => {
  const { elements, problem } = buildChain(open(line(length)).workspace, 'e0', untraced)
  expect(problem?.code).toBe(code)
  expect(elements).toHaveLength(Math.min(length, 10))
})

test.for([
  {
    name: 'itself',
    loop: ['a', 'a'],
    kept: ['a'],
    files: workspace`
      === project/tools/a.yaml
      executor_id: «a»
    `,
  },
  {
    name: 'an element in the middle of the chain',
    loop: ['b', 'c', 'b'],
    kept: ['a', 'b', 'c'],
    files: workspace`
      === project/tools/a.yaml
      executor_id: b
      === project/tools/b.py
      __executor_id__ = "c"
      === project/tools/c.js
      const __executor_id__ = «'b'»
    `,
  },
])('R3.1: a chain that returns to $name shows the whole loop', ({ files, loop, kept }) => {
  const { elements, problem } = buildChain(open(files).workspace, 'a', untraced)
  expect(problem).toMatchObject({ code: 'chain-cycle', loop, at: files.marks[0] })
  expect(elements.map(({ item_id }) => item_id)).toEqual(kept)
})

test.for([
  {
    name: 'a missing executor',
    item: 'greet',
    code: 'executor-not-found',
    kept: ['greet'],
    files: workspace`
      === project/tools/greet.py
      __executor_id__ = «"demo/missing"»
    `,
  },
  {
    name: 'a missing executor of a runtime',
    item: 'greet',
    code: 'executor-not-found',
    kept: ['greet', 'run'],
    files: workspace`
      === project/tools/greet.py
      __executor_id__ = "run"
      === user/tools/run.yaml
      executor_id: «demo/missing»
    `,
  },
  {
    name: 'an executor that is not a valid ID',
    item: 'greet',
    code: 'executor-id-invalid',
    kept: ['greet'],
    files: workspace`
      === project/tools/greet.py
      __executor_id__ = «["x"]»
    `,
  },
])('R3.2: $name causes a finding at its place, and the partial chain remains', ({ item, code, kept, files }) => {
  const { workspace: here, analyze } = open(files)
  const chain = buildChain(here, item, untraced)
  expect(chain.problem).toMatchObject({ code, at: files.marks[0] })
  expect(chain.elements.map(({ item_id }) => item_id)).toEqual(kept)
  const run = analyze(item)
  expect(run.chain.map(({ item_id }) => item_id)).toEqual(kept)
  expect(run).toMatchObject({ status: 'refused', plan: null })
})

test('R3.2: a missing first element is reported as not found, with an empty chain', () => {
  expect(open(whole).analyze('missing')).toMatchObject({ status: 'not_found', chain: [], plan: null })
})

test.for([
  { dialect: 'lillux', id: 'rye/core/primitives/execute', kind: 'execute' },
  { dialect: 'lillux', id: 'rye/core/primitives/subprocess', kind: undefined },
  { dialect: 'lilux', id: 'rye/core/primitives/subprocess', kind: 'subprocess' },
  { dialect: 'lilux', id: 'rye/core/primitives/http_client', kind: 'http_client' },
  { dialect: 'lilux', id: 'rye/core/primitives/execute', kind: undefined },
  { dialect: 'kiwi', id: 'any/where/subprocess', kind: 'subprocess' },
  { dialect: 'kiwi', id: 'http_client', kind: 'http_client' },
  { dialect: 'kiwi', id: 'execute', kind: undefined },
] as const)('R3.3: the primitive of a chain that ends with $id in $dialect is $kind', ({ dialect, id, kind }) => {
  const { workspace: here } = open(
    { files: { [`/project/.ai/tools/${id}.py`]: '__executor_id__ = None\n' } },
    { dialect },
  )
  const { elements } = buildChain(here, id, untraced)
  const end = primitiveAtEnd(here, elements)
  if (kind) expect(end).toBe(kind)
  else expect(end).toMatchObject({ code: 'chain-not-primitive', dialect, because: 'unknown-id' })
})

test.for([
  { text: 'executor_id: rye/core/primitives/execute\n', roles: ['tool', 'primitive'] },
  { text: 'executor_id: r\n', roles: ['tool', 'runtime'] },
  { text: 'executor_id: null\n', roles: ['tool'] },
  { text: '', roles: ['tool'] },
])('R3.3: the last element is a primitive only if the dialect has it: $roles', ({ text, roles }) => {
  const { analyze } = open({
    files: { '/project/.ai/tools/t.yaml': text, '/project/.ai/tools/r.yaml': 'executor_id: null\n' },
  })
  expect(analyze('t').chain.map(({ role }) => role)).toEqual(roles)
})

test.for([
  { name: 't.sh', text: 'echo\n', because: 'library' },
  { name: 't.json', text: '{"a": 1}', because: 'library' },
  { name: 't.json', text: '{"executor_id": 1}', because: 'no-metadata' },
  { name: 't.py', text: 'x = 1\n', because: 'library' },
  { name: 't.py', text: 'def (\n', because: 'broken' },
  { name: 't.py', text: '__version__ = "1"\n', because: 'library' },
  { name: 't.py', text: '__tool_type__ = "python"\n', because: 'unknown-id' },
  { name: 't.py', text: '__executor_id__ = chosen()\n', because: 'no-fields' },
  { name: 't.yaml', text: 'tool_type: mcp\nexecutor_id: null\n', because: 'data' },
  { name: 't.yaml', text: 'tool_type: primitive\nexecutor_id: null\n', because: 'unknown-id' },
])('R3.3: $name is not a primitive: $because', ({ name, text, because }) => {
  const { workspace: here } = open({ files: { [`/project/.ai/tools/${name}`]: text } })
  expect(primitiveAtEnd(here, buildChain(here, 't', untraced).elements)).toMatchObject({ because })
})

test('R3.3: the finding about the end points at the file, and names the ID of this dialect', () => {
  const ends = (id: string) => {
    const { workspace: here } = open({ files: { [`/project/.ai/tools/${id}.yaml`]: 'tool_type: mcp\n' } })
    return primitiveAtEnd(here, buildChain(here, id, untraced).elements)
  }
  const finding = { code: 'chain-not-primitive', because: 'unknown-id', dialect: 'lillux' }
  const at = (id: string) => ({ path: `/project/.ai/tools/${id}.yaml`, start: 0, end: 0 })
  expect(ends('t')).toStrictEqual({ ...finding, item_id: 't', at: at('t') })
  const id = 'rye/core/primitives/subprocess'
  const foreign = { dialects: ['lilux'], here: 'rye/core/primitives/execute' }
  expect(ends(id)).toStrictEqual({ ...finding, item_id: id, foreign, at: at(id) })
})

test('R3.3: a chain ends without a file if it is empty, or if only the machine has its file', () => {
  const path = '/project/.ai/tools/t.yaml'
  const world = { ...testSettings.world, files: [path] }
  const { workspace: here, tree, analyze } = open({ files: {} }, { world })
  tree.link(path, '/elsewhere/t.yaml')
  here.refresh()
  const { elements, problem } = buildChain(here, 't', untraced)
  expect([elements.map((element) => [element.path, element.metadata]), problem]).toEqual([[[path, null]], null])
  const finding = { code: 'chain-not-primitive', because: 'no-file', dialect: 'lillux' }
  expect(primitiveAtEnd(here, elements)).toEqual({ ...finding, item_id: 't', at: { path, start: 0, end: 0 } })
  expect(primitiveAtEnd(here, [])).toEqual({ ...finding, item_id: '', at: null })
  expect(analyze('t').status).toBe('refused')
})

test('R3.1: every element causes one resolve event', () => {
  const events: TraceEvent[] = []
  buildChain(open(whole).workspace, 'tool', (event) => void events.push(event))
  expect(events.filter(({ step }) => step === 'resolve')).toHaveLength(3)
})

const padded = (head: string, length: number) => `${head}${' '.repeat(length - head.length)}`

test.for([
  { name: 't.yaml', text: padded('executor_id: e\n', 1_000), work: 1_000 },
  { name: 't.js', text: padded("const __executor_id__ = 'e'\n", 1_000), work: 3_000 },
  { name: 't.js', text: padded("const __executor_id__ = 'e'\n", limits.scriptLength), work: limits.scriptLength * 3 },
  { name: 't.js', text: padded("const __executor_id__ = 'e'\n", limits.scriptLength + 1), work: 0 },
])('reading $name costs $work: its characters, three times for a script, nothing if too long', (row) => {
  const { workspace: here } = open({ files: { [`/project/.ai/tools/${row.name}`]: row.text } })
  expect(buildChain(here, 't', untraced).elements[0]?.work).toBe(row.work)
})

test('a chain that exceeds the read limit ends at the file that exceeds it, cached or not', () => {
  const text = (next: string) => padded(`executor_id: ${next}\n`, limits.chainWork / 2)
  const files = { a: text('b'), b: text('c'), c: 'executor_id: null\n' }
  const { workspace: here } = open({
    files: Object.fromEntries(Object.entries(files).map(([name, yaml]) => [`/project/.ai/tools/${name}.yaml`, yaml])),
  })
  expect(buildChain(here, 'b', untraced).problem).toBeNull()
  for (const _again of [1, 2]) {
    const { elements, problem } = buildChain(here, 'a', untraced)
    expect(elements.map(({ item_id }) => item_id)).toEqual(['a', 'b', 'c'])
    const path = '/project/.ai/tools/c.yaml'
    expect(problem).toMatchObject({ code: 'work-limit', step: 'chain', path, at: { path, start: 0, end: 0 } })
  }
})

test('R3.1: the trace and the findings of a chain include those of its tool, and only its executors are shared', () => {
  const { workspace: here } = open({
    files: {
      '/project/.ai/tools/tool.yaml': 'executor_id: rye/core/primitives/execute\nexecutor_id: runtime\n',
      '/user/.ai/tools/runtime.yaml': 'executor_id: rye/core/primitives/execute\nversion: 1.10\n',
    },
  })
  const events: TraceEvent[] = []
  const { elements, findings } = buildChain(here, 'tool', (event) => events.push(event))
  expect(elements.map(({ item_id, shared }) => [item_id, shared])).toEqual([
    ['tool', false],
    ['runtime', true],
    ['rye/core/primitives/execute', true],
  ])
  expect(events.flatMap((event) => (event.step === 'read_metadata' ? [event.item_id] : []))).toContain('tool')
  expect(findings.map(({ at }) => at?.path)).toContain('/project/.ai/tools/tool.yaml')
})

test('R3.1: a chain whose files are too long to read names the limit chainWork', () => {
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [
      `/project/.ai/tools/e${index}.yaml`,
      `executor_id: e${index + 1}\n# ${'x'.repeat(Math.ceil(limits.chainWork / 8))}\n`,
    ]),
  )
  const { problem } = buildChain(open({ files }).workspace, 'e0', untraced)
  expect(problem).toMatchObject({ code: 'work-limit', limit: 'chainWork', most: limits.chainWork })
})
