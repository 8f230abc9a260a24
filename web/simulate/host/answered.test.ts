import { expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import type { SpawnResult } from '../messages.ts'
import { packFiles } from '../packed-files.ts'
import { answeredBy, wantedBy, type Wanted } from './answered.ts'

const none = packFiles([])
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const files = packFiles([
  { path: '/project/kept', bytes: bytes('k') },
  { path: '/project/gone', bytes: bytes('g') },
  { path: '/tmp/scratch', bytes: bytes('s') },
])
const wanted = (...words: readonly string[]): Wanted =>
  wantedBy(JSON.stringify([words, { A: 'b' }, '/project', 'in']), files, defaultLimits)

test('a tool starts a sandboxed program with its arguments, environment, folder and input', () => {
  expect(wanted('/usr/bin/python3', '-V')).toMatchObject({
    kind: 'known',
    interpreter: 'python',
    program: { command: '/usr/bin/python3', args: ['-V'], env: { A: 'b' }, cwd: '/project', stdin: 'in' },
  })
})

test.for([
  { name: 'another program', words: ['/usr/bin/git', 'log'], starts: 'git' },
  { name: 'another program in the shell', words: ['bash', '-c', 'cd x && git log'], starts: 'git' },
  { name: 'nothing', words: [], starts: '' },
])('a program that is not simulated is reported: $name', ({ words, starts }) => {
  expect(wanted(...words)).toEqual({ kind: 'unknown', starts })
})

test.for(['', '{}', '[1, 2]', '[["bash", 1], 2, 3, 4]'])('an invalid note is parsed as far as possible: %s', (call) => {
  expect(wantedBy(call, none, defaultLimits).kind).toBe(call.includes('bash') ? 'known' : 'unknown')
})

const result = (over: Partial<SpawnResult>): SpawnResult => ({
  ending: { kind: 'exited', code: 3 },
  limit: null,
  stdout: bytes('out'),
  stderr: bytes('err'),
  files: {
    touched: packFiles([{ path: '/project/new', bytes: bytes('n') }]),
    paths: ['/project/kept', '/project/new'],
    oversized: [],
  },
  ...over,
})
function answered(over: Partial<SpawnResult>) {
  const one = wanted('bash', '-c', 'true')
  if (one.kind === 'unknown') throw new Error(one.starts)
  return answeredBy('call', one, result(over))
}

test('the tool gets the ending, the output, and the written and deleted files', () => {
  expect(answered({})).toMatchObject({
    call: 'call',
    code: 3,
    stdout: bytes('out'),
    gone: ['/project/gone'],
    written: { paths: ['/project/new'] },
  })
  expect(answered({ ending: { kind: 'killed', signal: 'SIGSEGV' } })).toMatchObject({ code: -11 })
})

test.for<[string, Partial<SpawnResult>, string]>([
  ['the end of a program that starts another program', { ending: { kind: 'not-simulated', starts: 'git' } }, 'git'],
  ['a program that the shell lacks', { stderr: bytes('bash: line 1: frobnicate: command not found\n') }, 'frobnicate'],
  ['an ending that only the simulation has', { ending: { kind: 'output-limit' } }, 'bash'],
])('the name of the program is returned instead of an answer: %s', ([, over, starts]) => {
  expect(answered(over)).toBe(starts)
})
