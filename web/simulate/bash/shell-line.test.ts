import { expect, test } from 'vitest'
import { readShellLine } from './shell-line.ts'

test.for([
  {
    args: ['-c', 'echo', 'name', 'a'],
    line: { kind: 'command', target: 'echo', name: 'name', rest: ['a'], options: [] },
  },
  { args: ['-c', 'echo'], line: { kind: 'command', name: 'bash', rest: [] } },
  { args: ['-euo', 'pipefail', '-c', 'x'], line: { kind: 'command', target: 'x', options: ['-euo', 'pipefail'] } },
  { args: ['-lc', 'x'], line: { kind: 'command', target: 'x', options: [] } },
  {
    args: ['-e', 'tool.sh', '-c', 'a'],
    line: { kind: 'file', target: 'tool.sh', name: 'tool.sh', rest: ['-c', 'a'], options: ['-e'] },
  },
  { args: ['--', '-odd.sh'], line: { kind: 'file', target: '-odd.sh' } },
  { args: ['-s'], line: { kind: 'stdin', target: 'from stdin' } },
  { args: [], line: { kind: 'stdin', target: 'from stdin' } },
  { args: ['-c'], line: { kind: 'say', code: 2 } },
])('the arguments $args of bash are read as a line', ({ args, line }) => {
  expect(readShellLine('bash', args, 'from stdin')).toMatchObject(line)
})

test.for([
  {
    command: 'echo',
    args: ['-c', 'a b'],
    line: { target: 'echo "$@"', name: 'echo', rest: ['-c', 'a b'], options: [] },
  },
  { command: '/usr/bin/printenv', args: ['PLACE'], line: { target: 'printenv "$@"', rest: ['PLACE'] } },
  { command: 'cat', args: ['/project/a b'], line: { target: 'cat "$@"', rest: ['/project/a b'] } },
])('$command $args runs as a line of the shell', ({ command, args, line }) => {
  expect(readShellLine(command, args, 'from stdin')).toMatchObject({ kind: 'command', ...line })
})
