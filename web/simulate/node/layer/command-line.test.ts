import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test.for([
  { args: ['tool.js', '-e', 'x'], line: { kind: 'file', target: 'tool.js', rest: ['-e', 'x'] } },
  { args: ['-e', '1', 'a', '-b'], line: { kind: 'eval', target: '1', rest: ['a', '-b'], print: false } },
  { args: ['-p', '1'], line: { kind: 'eval', target: '1', print: true } },
  { args: ['--input-type=module', '-e', '1'], line: { kind: 'eval', module: true } },
  { args: ['--import', 'tsx', 'tool.ts'], line: { kind: 'file', target: 'tool.ts' } },
  { args: ['--no-warnings', '--', '-odd.js', 'a'], line: { kind: 'file', target: '-odd.js', rest: ['a'] } },
  { args: [], line: { kind: 'stdin', rest: [] } },
  { args: ['-', 'a'], line: { kind: 'stdin', rest: ['a'] } },
  { args: ['-e'], line: { kind: 'say', code: 9 } },
  { args: ['--frobnicate', 'x.js'], line: { kind: 'say', code: 9, text: 'node: bad option: --frobnicate\n' } },
])('the arguments $args of node are read as a command line', ({ args, line }) => {
  expect(readCommandLine('node', args, 'v20.0.0')).toMatchObject(line)
})
