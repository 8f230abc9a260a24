import { loadJq } from 'jq-wasm'
import { beforeAll, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { Volume } from '../host/volume.ts'
import { packFiles } from '../packed-files.ts'
import { runJq } from './jq.ts'
import type { Jq } from './jq.ts'

let jq: Jq
beforeAll(async () => {
  jq = await loadJq()
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const files = packFiles([
  { path: '/project/a.json', bytes: bytes('{"b":1,"a":2}') },
  { path: '/project/sum.jq', bytes: bytes('.a + .b') },
])

test.for([
  { argv: ['-c', '.'], stdin: '{"b":1,"a":2}', stdout: '{"b":1,"a":2}\n' },
  { argv: ['-c', 'keys', 'a.json'], stdout: '["a","b"]\n' },
  { argv: ['-f', 'sum.jq', '/project/a.json'], stdout: '3\n' },
  { argv: ['-rf', 'sum.jq', 'a.json'], stdout: '3\n' },
  { argv: ['--arg', 'x', '-f', '-n', '$x'], stdout: '"-f"\n' },
  { argv: ['-r', '.'], stdin: '""', stdout: '\n' },
  { argv: ['-r', 'empty'], stdin: '""', stdout: '' },
  { argv: ['-j', '.[]'], stdin: '[1,"a"]', stdout: '1a' },
  { argv: ['-n', '1', 'none.json'], stdout: '1\n' },
  { argv: ['--', '-1'], stdin: '0', stdout: '-1\n' },
  { argv: ['-e', '.x'], stdin: '{}', stdout: 'null\n', code: 1 },
  { argv: ['.', 'none.json'], stdout: '', code: 2, stderr: 'Could not open none.json' },
  { argv: ['-f', 'none.jq'], stdin: '1', stdout: '', code: 2, stderr: 'Could not open none.jq' },
  { argv: ['.a | error("no")'], stdin: '{"a":1}', stdout: '', code: 5, stderr: 'no' },
  {
    argv: ['--slurpfile', 'x', 'a.json', '.'],
    stdin: '1',
    stdout: '',
    code: 2,
    stderr: '--slurpfile is not simulated',
  },
  { argv: ['.', '--args', 'x'], stdin: '1', stdout: '', code: 2, stderr: '--args is not simulated' },
])('jq runs with the arguments $argv as expected', ({ argv, stdin = null, stdout, code = 0, stderr = '' }) => {
  const said = runJq(jq, new Volume(files, defaultLimits), { argv, stdin, cwd: '/project' })
  expect(said).toMatchObject({ stdout, code })
  expect(said.stderr).toContain(stderr)
})
