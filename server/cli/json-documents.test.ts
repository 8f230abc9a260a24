import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { exactTexts } from '#core/testing'
import { exampleFolder, ryeChain } from '../testing/directories.ts'

// The values of `exactTexts` pass unchanged through the documents that the command line writes and reads: drafts,
// links, findings, saved walks.

const object = (texts: readonly string[]): string => `{${texts.map((text, index) => `"v${index}":${text}`).join(',')}}`
const given = object(exactTexts.map(([text]) => text))
const sent = object(exactTexts.map(([, text]) => text))
/** JSON without whitespace between its parts. */
const compact = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')

const http = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/http_client\n'
const execute = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\n'
/** YAML 1.1 numbers, and the output of CPython's `json.dumps(yaml.safe_load(text))`, written by hand. */
const yamlNumbers: readonly (readonly [written: string, sent: string])[] = [
  ['0x1F', '31'],
  ['-0x1F', '-31'],
  ['0xFFFFFFFFFFFFFFFFFF', '4722366482869645213695'],
  ['017', '15'],
  ['0o17', '"0o17"'],
  ['08', '"08"'],
  ['0b101', '5'],
  ['1_000', '1000'],
  ['12_345_678_901_234_567_891', '12345678901234567891'],
  ['1_000.5', '1000.5'],
  ['1:30', '90'],
  ['1:30.5', '90.5'],
  ['+7', '7'],
  ['.5', '0.5'],
  ['1.', '1.0'],
  ['1e3', '"1e3"'],
  ['1.0e3', '"1.0e3"'],
  ['1.0e+3', '1000.0'],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['1.10', '1.1'],
  ['"0x1F"', '"0x1F"'],
  ['"1_000"', '"1_000"'],
]
const walk = `tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
permissions: ["rye.execute.tool.*"]
config:
  start: call
  max_steps: 1
  nodes:
    call: {action: {item_id: tool:say, params: {text: "\${inputs.text}"}}, assign: {all: "\${result}"}, next: done}
    done: {type: return, output: "\${state.all}"}
`
let cwd: string
beforeAll(() => {
  cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/say.yaml': `${execute}config: {command: /bin/cat, input_data: "{text}"}\n`,
    'project/.ai/tools/echo.yaml': `${execute}config: {command: /bin/cat, input_data: "{params_json}"}\n`,
    'project/.ai/tools/walk.yaml': walk,
    'project/.ai/tools/strict.yaml': `${execute}config: {command: /bin/cat}\nconfig_schema: {type: object, properties: {n: {enum: [21.0, 12345678901234567891]}}}\n`,
    'lilux/rye-chain.yaml': 'dialect: lilux\n',
    'lilux/.ai/tools/numbers.yaml': `${http}config:\n  method: POST\n  url: http://127.0.0.1:1/\n  body:\n${yamlNumbers.map(([text], index) => `    v${index}: ${text}\n`).join('')}`,
    'lilux/.ai/tools/named.yaml': `${http}config: {method: POST, url: "http://127.0.0.1:1/", body: {a: {0x10: x}}}\n`,
  })
})

test('R15.2: YAML numbers, such as hexadecimal and octal ones, have the values that Python reads', async () => {
  const { out } = await ryeChain(cwd, 'analyze', '--dir', 'lilux', '--item', 'numbers', '--json')
  expect(compact(out)).toContain(`"body":${object(yamlNumbers.map(([, text]) => text))}`)
})

test('R15.2: a body key that is a number in YAML is refused by name', async () => {
  const { out, code } = await ryeChain(cwd, 'analyze', '--dir', 'lilux', '--item', 'named', '--json')
  expect([code, out]).toEqual([1, expect.stringContaining('the key 16 in body.a is of type int, not a string')])
})

test('a link carries parameters verbatim, and an opened draft gives the same answer', async () => {
  const link = (await ryeChain(cwd, 'share', 'echo', '--dir', 'project', '--params', given)).out.trim()
  await ryeChain(cwd, 'open', link, '--to', 'opened')
  const draft = JSON.parse(readFileSync(join(cwd, 'opened/draft.json'), 'utf8')) as { parameters: string }
  const asked = ['analyze', '--dir', 'opened/project', '--item', 'echo', '--params', draft.parameters, '--json']
  expect(compact((await ryeChain(cwd, ...asked)).out)).toContain(`"given":${compact(sent)}`)
})

test.for([[], ['--json']])(
  'R5.1: an enum mismatch is reported with the exact digits, as text or as JSON: case %#',
  async (more) => {
    const asked = ['analyze', '--dir', 'project', '--item', 'strict', '--params', '{"n":12345678901234567892}', ...more]
    const { out, code } = await ryeChain(cwd, ...asked)
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('12345678901234567892 is not one of 21, 12345678901234567891'),
    ])
  },
)

test('a saved walk resumes with its exact values', { timeout: 60_000 }, async () => {
  const run = ['run', 'walk', '--dir', 'project', '--yes', '--json', '--no-lock'] as const
  await ryeChain(cwd, ...run, '--params', JSON.stringify({ text: given }), '--save', 'saved.json')
  const saved = readFileSync(join(cwd, 'saved.json'), 'utf8')
  expect(saved).toContain('12345678901234567891')
  writeFileSync(join(cwd, 'more.json'), saved.replace(/"step_count": \d+/, '"step_count": 0'))
  const { out, err } = await ryeChain(cwd, ...run, '--resume', 'more.json')
  expect([err, compact(out)]).toEqual([err, expect.stringContaining(`"output":${compact(sent)}`)])
})
