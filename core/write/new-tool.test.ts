import { expect, test } from 'vitest'
import { analyze } from '../answer/analyze.ts'
import { limits } from '../limits.ts'
import { writeJson } from '../read/value/write-json.ts'
import { dialectNames, type DialectName } from '../rules/dialect.ts'
import { workspaceOfDraft } from '../testing/examples.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import { kindProblem, newTool, newToolKinds, type NewTool, type NewToolKind, type WantedTool } from './new-tool.ts'
import { readNewParameters } from './new-parameters.ts'

const asking = 'name: string = "world", count: integer, ratio: number = 0.5, loud: boolean = false'

function written(wanted: Partial<WantedTool>): NewTool {
  const made = newTool({
    kind: 'python',
    item_id: 'demo/hi',
    parameters: '',
    dialect: 'lillux',
    space: 'project',
    ...wanted,
  })
  if ('problem' in made) throw new Error(made.problem)
  return made
}

/** The analysis of a new tool, as its author first sees it in the page. */
function analysisOf(dialect: DialectName, item_id: string, { files, parameters }: NewTool) {
  const workspace = workspaceOfDraft({
    format: 1,
    name: 'new',
    dialect,
    search: 'scoped',
    dev_mode: true,
    bundle: bundleOfDialect[dialect],
    item_id,
    parameters,
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
  })
  return analyze(workspace, { item_id, parameters })
}

const offered = dialectNames.flatMap((dialect) =>
  newToolKinds.filter((kind) => kindProblem(kind, dialect) === undefined).map((kind) => ({ dialect, kind })),
)

test('each dialect offers the kinds for which its bundle has a runtime', () => {
  const kindsOf = (dialect: DialectName): readonly NewToolKind[] =>
    offered.filter((one) => one.dialect === dialect).map(({ kind }) => kind)
  expect(kindsOf('kiwi')).toEqual(['python', 'javascript', 'shell', 'request', 'runtime'])
  expect(kindsOf('lilux')).toEqual(['python', 'javascript', 'shell', 'request', 'runtime'])
  expect(kindsOf('lillux')).toEqual(['python', 'javascript', 'typescript', 'shell', 'graph', 'runtime'])
  expect(kindProblem('request', 'lillux')).toBe(
    'The dialect lillux does not support request tools. Supported in: kiwi, lilux.',
  )
})

test.for(
  offered.flatMap((one) =>
    ['', asking].flatMap((parameters) =>
      (['project', 'user'] as const).map((space) => ({ ...one, parameters, space })),
    ),
  ),
)(
  '$dialect: a new $kind tool in $space with ($parameters) is ready, without unexpected errors or warnings',
  (wanted) => {
    const made = written({ ...wanted, item_id: 'demo/deep/hi' })
    const { status, chain, diagnostics, parameters } = analysisOf(wanted.dialect, 'demo/deep/hi', made)
    expect(diagnostics.filter(({ code, severity }) => severity !== 'hint' && code !== 'signature-missing')).toEqual([])
    expect([status, chain[0]?.category, chain[0]?.space]).toEqual(['ready', 'demo/deep', wanted.space])
    if (wanted.kind !== 'runtime' && wanted.parameters !== '')
      expect(parameters.effective).toEqual({ name: 'world', count: 1, ratio: 0.5, loud: false })
  },
)

test.for(offered)('$dialect: the selected body of a new $kind tool is the part to edit first', ({ dialect, kind }) => {
  const { body, files } = written({ dialect, kind })
  const text = files.find(({ path }) => path === body.path)?.text.slice(body.start, body.end)
  expect(text).toMatch(/received|https:|^count$|RYE_PYTHON/)
})

test('a string that YAML, Python or a shell could parse as another value stays a string', () => {
  const parameters = 'word: string = "yes", odd: string = "a # b: \\"c\\" {d} ${E}"'
  for (const { dialect, kind } of offered.filter(({ kind }) => kind !== 'runtime')) {
    const made = written({ dialect, kind, parameters })
    const analysis = analysisOf(dialect, 'demo/hi', made)
    expect([dialect, kind, analysis.parameters.effective]).toEqual([
      dialect,
      kind,
      { word: 'yes', odd: 'a # b: "c" {d} ${E}' },
    ])
  }
})

test('a parameter can have a name that YAML parses as another value', () => {
  const parameters = 'on: boolean = true, yes: integer = 1, y: string = "n"'
  for (const { dialect, kind } of offered.filter(({ kind }) => kind !== 'runtime')) {
    const { effective } = analysisOf(dialect, 'demo/hi', written({ dialect, kind, parameters })).parameters
    expect([dialect, kind, effective]).toEqual([dialect, kind, { on: true, yes: 1, y: 'n' }])
  }
})

test('a default can be a list or an object of plain values, in every template', () => {
  const parameters = 'tags: array = ["a, b", 2], more: object = {"on": true, "n": null}'
  for (const { dialect, kind } of offered.filter(({ kind }) => kind !== 'runtime')) {
    const { status, parameters: read } = analysisOf(dialect, 'demo/hi', written({ dialect, kind, parameters }))
    const effective = { tags: ['a, b', 2], more: { on: true, n: null } }
    expect([dialect, kind, status, read.effective]).toEqual([dialect, kind, 'ready', effective])
  }
})

/** Defaults as typed, and the values that each kind of tool receives. */
const defaults =
  'big: integer = 12345678901234567891, whole: number = 21.0, far = 1e22, small = 1e-7, list: array = [1.0, 1e3, "1e3", 12345678901234567891], map: object = {"2": 1.0, "1": "on", "on": -0.0, "__proto__": 3}'
const exact =
  '{"big":12345678901234567891,"whole":21.0,"far":1e+22,"small":1e-7,"list":[1.0,1000.0,"1e3",12345678901234567891],"map":{"2":1.0,"1":"on","on":-0.0,"__proto__":3}}'

test.for(offered.filter(({ kind }) => !['runtime', 'javascript', 'typescript'].includes(kind)))(
  'R14.1: numbers in defaults stay unchanged in a $kind tool of $dialect',
  ({ dialect, kind }) => {
    const { status, parameters } = analysisOf(dialect, 'demo/hi', written({ dialect, kind, parameters: defaults }))
    expect([status, writeJson(parameters.effective)]).toEqual(['ready', exact])
  },
)

test.for(['javascript', 'typescript'] as const)('a %s tool refuses a default that its language rounds', (kind) => {
  const wanted = { kind, item_id: 'demo/hi', dialect: 'lillux', space: 'project' } as const
  for (const text of ['12345678901234567891', '[12345678901234567891]', '{"a": 12345678901234567891}'])
    expect(newTool({ ...wanted, parameters: `big = ${text}` })).toEqual({
      problem: expect.stringContaining('The default of big has more digits'),
    })
})

test.for(['1e400', '-1e400', '1e-400', '0.1234567890123456789', '[1e400]'])(
  'no tool accepts the default %s',
  (text) => {
    for (const { dialect, kind } of offered.filter(({ kind }) => kind !== 'runtime'))
      expect(newTool({ kind, item_id: 'demo/hi', dialect, space: 'project', parameters: `big = ${text}` })).toEqual({
        problem: expect.stringContaining('more digits'),
      })
  },
)

test.for([
  { parameters: 'a b', problem: 'is not a parameter' },
  { parameters: '1a', problem: 'is not a valid parameter name' },
  { parameters: 'a: text', problem: 'Types: string, integer' },
  { parameters: 'a: integer = "x"', problem: 'is not of type integer' },
  { parameters: 'a = nothing', problem: 'is not a JSON value' },
  { parameters: 'a, a', problem: 'appears twice' },
  { parameters: 'timeout: integer', problem: 'is a reserved name' },
  { parameters: 'a: object = {b: 1}', problem: 'Write an empty list or object' },
  { parameters: 'a: array = {"b": 1}', problem: 'is not of type array' },
  { parameters: 'a = "open', problem: 'is not a parameter' },
])('the parameters $parameters are refused, with a reason', ({ parameters, problem }) => {
  expect(readNewParameters(parameters)).toEqual({ problem: expect.stringContaining(problem) })
})

test('the error for too many parameters contains the next action', () => {
  const many = Array.from({ length: limits.newParameters + 1 }, (_, index) => `p${index}`).join(', ')
  expect(readNewParameters(many)).toEqual({
    problem: `At most ${limits.newParameters} parameters are allowed here. Add the other parameters in the file.`,
  })
})

test.for(['', '/demo', '../x', 'a//b', 'a"b', 'demo/hi.py'])('the ID %j is refused', (item_id) => {
  expect(newTool({ kind: 'python', item_id, parameters: '', dialect: 'lillux', space: 'project' })).toHaveProperty(
    'problem',
  )
})
