import { expect, test } from 'vitest'
import { packFiles } from '../packed-files.ts'
import { parseWorkerMessage } from './parse-worker-message.ts'

const files = { touched: packFiles([]), paths: [], oversized: [] }
const exited = { kind: 'ended', ending: { kind: 'exited', code: 3 }, limit: null, files }

test.for([
  { kind: 'output', channel: 'stdout', bytes: Uint8Array.of(1) },
  exited,
  { ...exited, ending: { kind: 'killed', signal: 'SIGSEGV' } },
  { ...exited, ending: { kind: 'out-of-memory' }, limit: 'memory', files: null },
  { ...exited, ending: { kind: 'not-simulated', starts: 'git' } },
])('a message of a known shape passes: %o', (message) => {
  expect(parseWorkerMessage(message)).toEqual(message)
})

test('an exit code above 255 is reduced to a possible one, and extra fields are dropped', () => {
  const given = { ...exited, ending: { kind: 'exited', code: 259, extra: 1 }, extra: 2 }
  expect(parseWorkerMessage(given)).toEqual(exited)
})

test.for([
  null,
  1,
  'ended',
  [],
  {},
  { kind: '__proto__' },
  { kind: 'ready' },
  { kind: 'unpacked', assets: {} },
  { kind: 'output', channel: '__proto__', bytes: new Uint8Array() },
  { kind: 'output', channel: 'stdin', bytes: new Uint8Array() },
  { kind: 'output', channel: 'stdout', bytes: 'text' },
  { kind: 'output', channel: 'stdout', bytes: { length: 1e9 } },
  { ...exited, ending: { kind: 'exited', code: 1.5 } },
  { ...exited, ending: { kind: 'exited', code: 'x' } },
  { ...exited, ending: { kind: 'timed-out' } },
  { ...exited, ending: { kind: 'stopped' } },
  { ...exited, ending: { kind: 'not-simulated', starts: 1 } },
  { ...exited, ending: { kind: 'killed', signal: '<b>' } },
  { ...exited, limit: 'constructor' },
  { ...exited, files: { ...files, paths: [1] } },
  { ...exited, files: { ...files, touched: { paths: [], ends: [], bytes: new Uint8Array() } } },
  { kind: 'spawn', id: 1, interpreter: 'ruby', program: {} },
  { kind: 'spawn', id: '1', interpreter: 'python', program: {} },
])('any other message is dropped: %o', (message) => {
  expect(parseWorkerMessage(message)).toBeUndefined()
})
