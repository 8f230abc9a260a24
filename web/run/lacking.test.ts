import { expect, test } from 'vitest'
import type { ProcessPlan } from '#core/answer'
import { ordinaryWorld } from '#core/workspace'
import { missingProgram, placesLacking } from './lacking.ts'

const plan = (command: string, PATH = '/usr/local/bin:/usr/bin:/bin'): ProcessPlan => ({
  primitive: 'execute',
  command,
  args: [],
  env: { PATH },
  cwd: null,
  input: null,
  timeout: null,
  digest: '',
})
const without = (pattern: RegExp) => ({
  files: {},
  world: { files: ordinaryWorld.files.filter((path) => !pattern.test(path)) },
})

test.for([
  { command: 'python3', draft: { files: {} }, lacks: false },
  { command: 'python3', draft: without(/python3/), lacks: true },
  { command: '/usr/bin/python3', draft: without(/python3/), lacks: true },
  { command: 'node', draft: without(/python3/), lacks: false },
  { command: 'node', draft: without(/node/), lacks: true },
  { command: 'bash', draft: without(/bash/), lacks: true },
  // The default machine does not list `ls`, so `ls` never counts as missing.
  { command: 'ls', draft: without(/python3/), lacks: false },
  {
    command: '/project/bin/python3',
    draft: { ...without(/python3/), files: { '/project/bin/python3': '' } },
    lacks: false,
  },
])('R15.1: $command is missing: $lacks', ({ command, draft, lacks }) => {
  const places = placesLacking(plan(command), draft)
  expect(places !== undefined).toBe(lacks)
  if (places) {
    const outcome = missingProgram(plan(command), places)
    expect(outcome).toMatchObject({ ending: { kind: 'exited', return_code: 127 } })
    expect('stderr' in outcome && outcome.stderr.text).toContain(`${command}: program not found`)
  }
})

test('R15.1: a program outside PATH is missing', () => {
  expect(placesLacking(plan('python3', '/opt/bin'), { files: {} })).toEqual(['/opt/bin/python3'])
})
