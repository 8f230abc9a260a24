import { expect, test } from 'vitest'
import { open } from '../../testing/workspace.ts'
import { readDotenv } from './dotenv.ts'

// R6.2: the lines of `.env`.

test.for<{ text: string; values: Readonly<Record<string, string>> }>([
  { text: 'A=1', values: { A: '1' } },
  { text: '  A  =  1 2  ', values: { A: '1 2' } },
  { text: 'A=', values: { A: '' } },
  { text: 'A=b=c', values: { A: 'b=c' } },
  { text: 'A="', values: { A: '"' } },
  { text: 'A="x" y', values: { A: '"x" y' } },
  { text: `A="x'`, values: { A: `"x'` } },
  { text: 'A=1 # no comment', values: { A: '1 # no comment' } },
  { text: '# A=1', values: {} },
  { text: '   # A=1', values: {} },
  { text: '\n\n   \n', values: {} },
  { text: 'no sign', values: {} },
  { text: '=value', values: {} },
  { text: '\ufeffA=1\nB=2', values: { A: '1', B: '2' } },
  { text: '\ufeff# A=1', values: {} },
  { text: 'a b c', values: {} },
  { text: 'https://example.org', values: {} },
  { text: 'A=${B}', values: { A: '${B}' } },
  { text: '__proto__=1', values: JSON.parse('{"__proto__": "1"}') as Record<string, string> },
])('R6.2: $text has the expected variables', ({ text, values }) => {
  const read = readDotenv('/project/.env', text)
  expect([...read.values].map(([name, node]) => [name, node.text])).toEqual(Object.entries(values))
  expect(read.findings).toEqual([])
})

test.for([
  { text: 'A="quoted"', value: '"quoted"' },
  { text: "  A = 'q r'  ", value: "'q r'" },
  { text: 'A=""', value: '""' },
])('R6.2: the quotes of $text stay, with a warning', ({ text, value }) => {
  const { values, findings } = readDotenv('/project/.env', text)
  expect(values.get('A')?.text).toBe(value)
  const start = text.indexOf(value)
  const at = { path: '/project/.env', start, end: start + value.length }
  expect(findings).toEqual([{ code: 'dotenv-quoted', name: 'A', at }])
})

test.for([
  { text: 'export A=1', name: 'A', start: 0, end: 10 },
  { text: 'B=2\n  export A = 1  ', name: 'A', start: 6, end: 18 },
])('R6.2: $text is ignored with a hint', ({ text, name, start, end }) => {
  const { values, findings } = readDotenv('/project/.env', text)
  expect(values.has(name)).toBe(false)
  expect(findings).toEqual([{ code: 'dotenv-export', name, at: { path: '/project/.env', start, end } }])
})

test.for([
  { text: 'export\tA=1', name: 'export\\tA', because: 'export-command' },
  { text: 'EXPORT A=1', name: 'EXPORT A', because: 'export-command' },
  { text: 'A=x\0y', name: 'A', because: 'null-character' },
  { text: 'A\0=\x001\0', name: 'A\\u0000', because: 'null-character' },
  { text: 'set A=1', name: 'set A', because: 'set-command' },
  { text: 'SET A=1', name: 'SET A', because: 'set-command' },
  { text: '$env:A="1"', name: '$env:A', because: 'powershell' },
  { text: '$Env:A = "1"', name: '$Env:A', because: 'powershell' },
  { text: 'A: 1', name: 'A', because: 'colon' },
  { text: 'A 1', name: 'A', because: 'no-sign' },
  { text: 'A', name: 'A', because: 'no-sign' },
  { text: 'export A', name: 'A', because: 'no-sign' },
  { text: 'A B=1', name: 'A B', because: 'blank' },
  { text: 'A\u00a0B=1', name: 'A\u00a0B', because: 'blank' },
  { text: 'A\u200b=1', name: 'A\\u200b', because: 'invisible' },
  { text: '\u202eA=1', name: '\\u202eA', because: 'invisible' },
  ...[
    'my-key',
    'my.key',
    '1A',
    'A[0]',
    '"A"',
    "'A'",
    'A+',
    'A:',
    '\u0410',
    '\uff21',
    '${A}',
    '%A%',
    ';A',
    'A(x86)',
    'É',
  ].map((name) => ({ text: `${name}=1`, name, because: 'not-a-name' })),
  { text: 'A=1\nA=2', name: 'A', because: 'duplicate' },
])('R6.2: $text causes a finding: $because', ({ text, name, because }) => {
  const { findings } = readDotenv('/project/.env', text)
  const start = text.lastIndexOf('\n') + 1
  const at = { path: '/project/.env', start, end: text.length }
  expect(findings).toEqual([{ code: 'dotenv-line-odd', name, because, at }])
})

test('R6.2: every value has its place in the file', () => {
  const text = '# head\nA=1\n  LONG_NAME\t=  some text  \nC=""\n'
  const { values } = readDotenv('/project/.env', text)
  expect(values.size).toBe(3)
  for (const { text: value, at, pieces } of values.values()) {
    expect(text.slice(at!.start, at!.end)).toBe(value)
    expect(pieces).toMatchObject([{ text: value, at, by: { kind: 'dotenv' } }])
  }
})

test('R6.2: .env accepts any line ending, and only the project can have an .env', () => {
  const files = {
    '/project/.env': 'A=1\r\nB=2\rC=3\n',
    '/user/.env': 'D=4\n',
    '/project/.ai/tools/t.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n',
  }
  const { env } = open({ files }).analyze('t', '{}', { show_secrets: true })
  expect(env).toEqual({ PATH: '/usr/bin:/bin', HOME: '/home/u', A: '1', B: '2', C: '3' })
})

test('R6.2: an .env that is not text is ignored, with a finding', () => {
  const files = {
    '/project/.env': new Uint8Array([65, 61, 0xff]),
    '/project/.ai/tools/t.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n',
  }
  const run = open({ files }).analyze('t')
  expect(run.diagnostics.map(({ code }) => code)).toContain('dotenv-unreadable')
  expect(run.env).toEqual({ PATH: '/usr/bin:/bin', HOME: '/home/u' })
})
