import { expect, test } from 'vitest'
import { interpreterNameOf } from '#core/simulation'
import { describeUnknownCommand } from './commands.ts'

test.for([
  ['python', 'python'],
  ['python3', 'python'],
  ['python3.12', 'python'],
  ['/project/.venv/bin/python', 'python'],
  ['/usr/bin/python3.11', 'python'],
  ['node', 'javascript'],
  ['/usr/local/bin/node', 'javascript'],
  ['node_modules/.bin/tsx', 'javascript'],
  ['bash', 'bash'],
  ['/bin/sh', 'bash'],
  ['python2', undefined],
  ['python3x', undefined],
  ['pythonnode', undefined],
  ['ruby', undefined],
  ['', undefined],
  ['/usr/bin/', undefined],
] as const)('%s runs in the simulation of %s', ([command, interpreter]) => {
  expect(interpreterNameOf(command)).toBe(interpreter)
})

test('the error for an unknown command lists the simulated commands', () => {
  for (const known of ['ruby', 'python3', 'node', 'tsx', 'bash'])
    expect(describeUnknownCommand('ruby')).toContain(known)
})
