import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exactTexts } from '#core/testing'
import { exampleSnapshots } from '../core/testing/examples.ts'
import { serverEngine } from './engine/engine.ts'
import { rawHeaders } from './mcp/testing/raw.ts'
import { serverWithAgents } from './mcp/testing/http-agent.ts'
import { builtCommandLine } from './testing/built-command.ts'
import { exampleFolder, ryeChain } from './testing/directories.ts'
import { startTestServer, TOKEN, type TestServer } from './testing/server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// Passes every kind of JSON, and values that JSON cannot express, across each boundary (R9.2, R14.1, R15.2). Each
// boundary is one row.

/** YAML 1.1 source and its value as JSON, as the text of Python's `str()`, or as a list. Written by hand. */
const foreignYaml: readonly (readonly [written: string, sent: string])[] = [
  ['2026-02-18', '"2026-02-18"'],
  ['2026-02-18T10:00:00Z', '"2026-02-18 10:00:00+00:00"'],
  ['.inf', '"inf"'],
  ['-.inf', '"-inf"'],
  ['.nan', '"nan"'],
  ['!!binary YQ==', `"b'a'"`],
  ['!!set {x: null, y: null}', '["x","y"]'],
  ['{2: a, 2.5: b, true: c, null: d}', '{"2":"a","2.5":"b","true":"c","null":"d"}'],
  ['{2026-02-18: a}', '{"2026-02-18":"a"}'],
  ['[2026-02-18, [.inf]]', '["2026-02-18",["inf"]]'],
  ['{$py: tuple, items: [1]}', '{"$py":"tuple","items":[1]}'],
]
/** A Python literal and its value, in the same forms. */
const foreignPython: readonly (readonly [written: string, sent: string])[] = [
  ['(1, 2.0)', '[1,2.0]'],
  ['()', '[]'],
  ['{3}', '[3]'],
  ['b"a\\xff"', `"b'a\\\\xff'"`],
  ['1+2j', '"(1+2j)"'],
  ['1e400', '"inf"'],
  ['...', '"Ellipsis"'],
  ['{1: 2, None: 3, 1.5: 4, False: 5, (1, 2): 6}', '{"1":2,"null":3,"1.5":4,"false":5,"(1, 2)":6}'],
  ['[(1, (2,))]', '[[1,[2]]]'],
]
const rows = (all: readonly (readonly [string, string])[], name: string) =>
  all.map(([written, sent], index) => ({ key: `${name}${index}`, written, sent }))
const [yaml, python] = [rows(foreignYaml, 'y'), rows(foreignPython, 'p')]
const object = (texts: readonly string[]): string => `{${texts.map((text, index) => `"v${index}":${text}`).join(',')}}`
const given = object(exactTexts.map(([text]) => text))
const sent = object(exactTexts.map(([, text]) => text))
/** JSON without whitespace between its parts. */
const compact = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
const marks = (text: string): number => text.split('"$py"').length - 1

const odd = `__version__ = "1.0.0"
__tool_type__ = "tool"
__executor_id__ = "rye/core/primitives/execute"
__category__ = ""
CONFIG_RESOLVE = {"path": "odd.yaml"}
CONFIG = {"command": "/bin/cat", "input_data": "{params_json}"}
CONFIG_SCHEMA = {"type": "object", "properties": {${python.map(({ key, written }) => `"${key}": {"default": ${written}}`).join(', ')}}}
`
const execute = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\n'
const walk = `tool_type: graph
version: "1.0.0"
executor_id: rye/core/runtimes/state-graph/runtime
permissions: ["rye.execute.tool.*"]
config:
  start: call
  max_steps: 1
  nodes:
    call: {action: {item_id: tool:plain}, assign: {odd: {${yaml.map(({ key, written }) => `${key}: ${written}`).join(', ')}}}, next: done}
    done: {type: return, output: "\${state.odd}"}
`
const commandLine = builtCommandLine()
const project = ['--dir', 'project'] as const
let cwd: string
let server: TestServer
let planner: TestServer
beforeAll(async () => {
  cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/odd.py': odd,
    'project/.ai/config/odd.yaml': yaml.map(({ key, written }) => `${key}: ${written}\n`).join(''),
    'project/.ai/tools/echo.yaml': `${execute}config: {command: /bin/cat, input_data: "{params_json}"}\n`,
    'project/.ai/tools/plain.yaml': `${execute}config: {command: echo, args: ["{}"]}\n`,
    'project/.ai/tools/walk.yaml': walk,
    'other/.ai/tools/odd.py': odd.replace('CONFIG_RESOLVE', 'OTHER'),
  })
  server = await serverWithAgents(cwd, ['--mcp-roots', 'project'])
  planner = await startTestServer([], (facts) => serverEngine({ ...facts, interpreters: [] }))
})
afterAll(() => Promise.all([server.close(), planner.close()]))

interface Asked {
  readonly item: string
  readonly params: string
}

const command = async (...words: readonly string[]): Promise<string> => {
  const { out, err } = await ryeChain(cwd, ...words)
  return out + err
}

async function ndjson({ item, params }: Asked): Promise<string> {
  const child = commandLine.start(cwd, 'ndjson', ...project)
  child.stdin.end(`{"id":1,"item_id":"${item}","parameters":${params}}\n`)
  for await (const line of createInterface({ input: child.stdout })) return line
  return ''
}

async function opened({ item, params }: Asked): Promise<string> {
  const link = (await ryeChain(cwd, 'share', item, ...project, '--params', params)).out.trim()
  const to = `opened-${item}`
  await ryeChain(cwd, 'open', link, '--to', to)
  const draft = JSON.parse(readFileSync(join(cwd, to, 'draft.json'), 'utf8')) as { parameters: string }
  return command('analyze', '--dir', `${to}/project`, '--item', item, '--params', draft.parameters, '--json')
}

async function plan({ item, params }: Asked): Promise<string> {
  const file = (path: string): readonly [string, string] => [
    `/project/${path}`,
    readFileSync(join(cwd, 'project', path), 'utf8'),
  ]
  const files = ['.ai/tools/odd.py', '.ai/config/odd.yaml'].map(file)
  const workspace = { ...exampleSnapshots()['hello-chain'], files: Object.fromEntries(files) }
  const question = JSON.stringify({ workspace, item_id: item, dialect: 'lillux' })
  return (await planner.send('POST', '/api/plan', `${question.slice(0, -1)},"parameters":${params}}`)).text()
}

async function overMcp(tool: string, { item, params }: Asked): Promise<string> {
  const meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
  const response = await fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: { ...rawHeaders(tool), authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":{"item_id":"${item}","parameters":${params}},"_meta":${meta}}}`,
  })
  return response.text()
}

/** Interfaces that print the analysis as a document, with its values. */
const documents: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  'analyze --json': ({ item, params }) => command('analyze', ...project, '--item', item, '--params', params, '--json'),
  ndjson,
  'a share link, opened': opened,
}

/** Interfaces that print only findings. */
const findings: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  'run --json': ({ item }) => command('run', item, ...project, '--yes', '--json', '--no-lock'),
  'lock create': ({ item }) => command('lock', 'create', item, ...project),
  'check --json': () => command('check', ...project, '--json'),
  'check --format sarif': () => command('check', ...project, '--format', 'sarif'),
  'check --format junit': () => command('check', ...project, '--format', 'junit'),
  'check --format github': () => command('check', ...project, '--format', 'github'),
  'check --report': async () => {
    await command('check', ...project, '--report', 'sarif=report.sarif')
    return readFileSync(join(cwd, 'report.sarif'), 'utf8')
  },
  'check, for people': () => command('check', ...project),
  '/api/plan': plan,
  'MCP resolve': (asked) => overMcp('resolve', asked),
}

describe('values with a JSON form', () => {
  test.for(Object.entries(documents).map(([border, ask]) => ({ border, ask })))('$border', async ({ ask }) => {
    expect(compact(await ask({ item: 'echo', params: given }))).toContain(`"given":${compact(sent)}`)
  })
})

describe('values without a JSON form', () => {
  test.for(Object.entries(documents).map(([border, ask]) => ({ border, ask })))('$border', async ({ ask }) => {
    const text = compact(await ask({ item: 'odd', params: '{}' }))
    for (const { key, sent } of [...yaml, ...python]) expect(text).toContain(`"${key}":${compact(sent)}`)
    expect(text).toContain('is not JSON serializable')
    expect(text.replaceAll('{"$py":"tuple","items":[1]}', '')).not.toContain('"$py"')
  })

  test.for(Object.entries(findings).map(([border, ask]) => ({ border, ask })))(
    '$border refuses the value by name',
    async ({ ask }) => {
      const text = await ask({ item: 'odd', params: '{}' })
      expect(text).toMatch(/\b(?:p2|resolved_config\.y0): Object of type (?:set|date) is not JSON serializable/)
      expect(text).not.toContain('$py')
    },
  )

  test('diff --json', async () => {
    const text = await command('diff', 'other', 'project', '--json')
    expect([text.length > 2, marks(text)]).toEqual([true, 0])
  })

  test('the output of a saved and resumed walk contains the JSON form of each value', async () => {
    const run = ['run', 'walk', ...project, '--yes', '--json', '--no-lock'] as const
    await ryeChain(cwd, ...run, '--save', 'saved.json')
    const saved = readFileSync(join(cwd, 'saved.json'), 'utf8')
    writeFileSync(join(cwd, 'more.json'), saved.replace(/"step_count": \d+/, '"step_count": 0'))
    const { out, err } = await ryeChain(cwd, ...run, '--resume', 'more.json')
    const output = `{${yaml.map(({ key, sent }) => `"${key}":${compact(sent)}`).join(',')}}`
    expect([err, compact(out)]).toEqual([err, expect.stringContaining(`"output":${output}`)])
  })
})
