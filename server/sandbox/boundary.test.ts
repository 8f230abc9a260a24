import { closeSync, constants, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSandbox } from '../testing/sandbox.ts'
import type { TestSandbox } from '../testing/sandbox.ts'

describe.each(['full', 'reduced'] as const)('level %s', (level) => {
  let box: TestSandbox
  beforeAll(async () => {
    box = await openTestSandbox(level)
  })
  afterAll(() => box.close())

  test('the environment of a tool reaches nothing before the limits stand', async () => {
    const env = { PATH: '/usr/bin:/bin', LD_DEBUG: 'files', LD_DEBUG_OUTPUT: '/project/loaded' }
    const outcome = await box.run({ command: 'true', env })
    const traces = (outcome.changes ?? []).map(({ bytes }) => Buffer.from(bytes ?? []).toString('utf8'))
    const programs = traces.flatMap((trace) =>
      [...trace.matchAll(/initialize program: (\S+)/g)].map(([, program]) => program),
    )
    expect(programs).toContain('true')
    expect(programs.filter((program) => program !== 'true' && program !== '/usr/bin/env')).toEqual([])
  })

  test('the limits stand in the first program that sees the environment', async () => {
    const outcome = await box.run({ command: 'cat', args: ['/proc/self/limits'] })
    const soft = (name: string): string | undefined =>
      new RegExp(`^Max ${name} +(\\S+)`, 'm').exec(outcome.stdout.text)?.[1]
    const { limits } = box.sandbox
    expect([soft('open files'), soft('file size')]).toEqual([String(limits.open_files), String(limits.file_bytes)])
    expect([soft('data size'), soft('core file size')]).toEqual([String(limits.memory_bytes * 2), '0'])
    expect(Number(soft('processes'))).toBeLessThan(limits.processes + 8)
  })
})

describe('the place of the runs', () => {
  let box: TestSandbox
  beforeAll(async () => {
    box = await openTestSandbox()
  })
  afterAll(() => box.close())

  test('nobody else can reach the pipes of runs', async () => {
    await box.run({})
    const { dir } = box.sandbox.base
    expect(readdirSync(dir).some((name) => name.startsWith('pipe-'))).toBe(true)
    for (const place of [dir, join(dir, '..')]) expect(statSync(place).mode & 0o077).toBe(0)
  })

  test('a pipe that somebody else holds open does not hold the run', async () => {
    await box.run({})
    const { dir } = box.sandbox.base
    const pipes = readdirSync(dir).filter((name) => name.startsWith('pipe-'))
    const held = pipes.map((name) => openSync(join(dir, name), constants.O_RDWR))
    try {
      // The run after the one that was prepared already takes pipes that are held.
      await box.run({})
      const outcome = await box.run({ command: 'echo', args: ['done'] })
      expect(outcome).toMatchObject({ ending: { kind: 'exited', return_code: 0 }, stdout: { text: 'done\n' } })
    } finally {
      held.forEach((descriptor) => closeSync(descriptor))
    }
  })
})
