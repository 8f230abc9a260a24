import { closeSync, constants, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import type { ProcessOutcome } from '#core/run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProcess } from './subprocess.ts'
import type { ProcessPlan } from '../plan.ts'
import { ownerMark } from './base.ts'
import { RESERVED_BYTES } from './command.ts'
import { processPlan, openTestSandbox } from '../testing/sandbox.ts'
import type { TestSandbox } from '../testing/sandbox.ts'
import { parentOf } from '../testing/processes.ts'
import { limitsWith } from './limits.ts'
import type { Preparation, PreparedSandbox } from './prepared.ts'
import { openSandbox } from './probe.ts'
import { childrenOf } from './process-tree.ts'
import { everyNth } from '../../core/testing/nightly.ts'

describe.each(['full', 'reduced'] as const)('level %s', (level) => {
  let box: TestSandbox
  beforeAll(async () => {
    box = await openTestSandbox(level)
  })
  afterAll(() => box.close())

  test('the environment of a tool has no effect before the limits apply', async () => {
    const env = { PATH: '/usr/bin:/bin', LD_DEBUG: 'files', LD_DEBUG_OUTPUT: '/project/loaded' }
    const outcome = await box.run({ command: 'true', env })
    const traces = (outcome.changes ?? []).map(({ bytes }) => Buffer.from(bytes ?? []).toString('utf8'))
    const programs = traces.flatMap((trace) =>
      [...trace.matchAll(/initialize program: (\S+)/g)].map(([, program]) => program),
    )
    expect(programs).toContain('true')
    expect(programs.filter((program) => program !== 'true' && program !== '/usr/bin/env')).toEqual([])
  })

  test('the limits apply to the first program that sees the environment', async () => {
    const outcome = await box.run({ command: 'cat', args: ['/proc/self/limits'] })
    const soft = (name: string): string | undefined =>
      new RegExp(`^Max ${name} +(\\S+)`, 'm').exec(outcome.stdout.text)?.[1]
    const { limits } = box.sandbox
    expect([soft('open files'), soft('file size')]).toEqual([String(limits.open_files), String(limits.file_bytes)])
    const data = limits.memory_bytes * 2 + RESERVED_BYTES
    expect([soft('data size'), soft('core file size')]).toEqual([String(data), '0'])
    expect(Number(soft('processes'))).toBeLessThan(limits.processes + 8)
  })
})

describe('the directory of the runs', () => {
  let box: TestSandbox
  beforeAll(async () => {
    box = await openTestSandbox()
  })
  afterAll(() => box.close())

  /** Run a program in a sandbox that the test has changed. */
  const runWith = async (change: (prepared: PreparedSandbox) => void, plan: Partial<ProcessPlan>) => {
    const prepare = async (): Promise<Preparation> => {
      const prepared = await box.sandbox.prepare()
      if ('keeper' in prepared) change(prepared)
      return prepared
    }
    const request = { plan: processPlan(plan), files: [], signal: new AbortController().signal }
    return (await runProcess({ ...box.sandbox, prepare }, request)).outcome
  }

  test('no other user can reach the pipes of runs', async () => {
    await box.run({})
    const { dir } = box.sandbox.base
    for (const place of [dir, join(dir, '..')]) expect(statSync(place).mode & 0o077).toBe(0)
    expect(readdirSync(dir)).toEqual(['filter.bpf'])
  })

  test('the streams of a run reveal nothing about the machine', async () => {
    const program = 'import os; print([os.readlink(f"/proc/self/fd/{n}") for n in (0,1,2)])'
    expect((await box.python(program)).stdout.text).toBe("['/dev/null', '/tmp/stdout', '/tmp/stderr']\n")
    const fed = await box.python(program, { input: 'x' })
    expect(fed.stdout.text).toBe("['/tmp/input', '/tmp/stdout', '/tmp/stderr']\n")
  })

  test('a pipe that another process keeps open does not delay the run', async () => {
    const held: number[] = []
    try {
      const outcome = await runWith(({ keeper }) => held.push(openSync(`${keeper.disk}/stdout`, constants.O_RDWR)), {
        command: 'echo',
        args: ['done'],
      })
      expect(outcome).toMatchObject({ ending: { kind: 'exited', return_code: 0 }, stdout: { text: 'done\n' } })
    } finally {
      held.forEach((descriptor) => closeSync(descriptor))
    }
  })

  test('a tool is reported as killed, not as never started, if its keeper is killed', async () => {
    let pid = 0
    const script = 'echo up; sleep 60'
    const running = new Promise<ProcessOutcome>((resolve) => {
      const change = (prepared: PreparedSandbox): void => {
        pid = prepared.keeper.pid
        prepared.keeper.stdout.once('data', () => process.kill(pid, 'SIGKILL'))
      }
      void runWith(change, { command: 'sh', args: ['-c', script] }).then(resolve)
    })
    expect(await running).toMatchObject({ ending: { kind: 'killed', signal: 'SIGKILL' }, stdout: { text: 'up\n' } })
  })

  test('a tool is reported as killed, not as never started, if its sandbox is killed', async () => {
    const change = ({ keeper }: PreparedSandbox): void => {
      keeper.stdout.once('data', () => childrenOf(keeper.pid).forEach((pid) => process.kill(pid, 'SIGKILL')))
    }
    const outcome = await runWith(change, { command: 'sh', args: ['-c', 'echo up; sleep 60'] })
    expect(outcome).toMatchObject({ ending: { kind: 'killed', signal: 'SIGKILL' }, stdout: { text: 'up\n' } })
  })

  test.for(everyNth(['the keeper', 'the parent of the keeper', 'the sandbox'] as const, 3))(
    'a run ends at its timeout if %s is stopped, and frees its slot',
    { timeout: 40_000 },
    async (which) => {
      let pid = 0
      const change = ({ keeper }: PreparedSandbox): void => {
        pid = keeper.pid
        keeper.stdout.once('data', () => {
          const inner = which === 'the sandbox' ? childrenOf(pid) : [pid]
          for (const one of which === 'the parent of the keeper' ? [parentOf(pid)] : inner) process.kill(one, 'SIGSTOP')
        })
      }
      const script = 'echo up; echo kept > kept.txt; sleep 60'
      const outcome = await runWith(change, { command: 'sh', args: ['-c', script], timeout: 2 })
      expect(outcome).toMatchObject({ ending: { kind: 'timed-out', after_ms: 2000 }, stdout: { text: 'up\n' } })
      expect(outcome.changes).toMatchObject([{ path: '/project/kept.txt', change: 'created' }])
      await expect.poll(() => ownerMark(pid), { timeout: 20_000 }).toBe('gone')
    },
  )

  test('a server closes while the keeper of a waiting run is stopped', async () => {
    const other = await openTestSandbox()
    const prepared = await other.sandbox.prepare()
    if ('failed' in prepared) throw new Error(prepared.failed)
    process.kill(parentOf(prepared.keeper.pid), 'SIGSTOP')
    prepared.dispose()
    await other.close()
    await expect.poll(() => ownerMark(prepared.keeper.pid)).toBe('gone')
  }, 40_000)

  test('a tool that prints an error of the sandbox is reported as started', async () => {
    const script = 'echo "bwrap: no such thing" >&2; exit 1'
    const outcome = await box.run({ command: 'sh', args: ['-c', script] })
    expect(outcome.ending).toEqual({ kind: 'exited', return_code: 1 })
  })

  test('a sandbox that cannot be built is reported as not started', async () => {
    const outcome = await box.run({ cwd: '/nowhere' })
    expect(outcome.ending).toMatchObject({ kind: 'not-started', reason: expect.stringContaining('/nowhere') })
  })

  test('two servers never assign the same user ID to runs', async (context) => {
    if (process.getuid?.() !== 0) context.skip('an ordinary user has no user numbers to give')
    const other = await openTestSandbox()
    const users = await Promise.all(
      [box, other].map(async ({ sandbox }) => {
        const prepared = await sandbox.prepare()
        if ('failed' in prepared) throw new Error(prepared.failed)
        prepared.dispose()
        return Math.floor((prepared.confinement.user ?? 0) / 256)
      }),
    )
    expect(users[0]).not.toBe(users[1])
    await other.close()
  })

  test('a run sees only the programs of the machine that tools need', async () => {
    const { stdout } = await box.run({ command: 'sh', args: ['-c', 'ls -d /usr/* /usr/local/*'] })
    const known = /^\/usr\/(bin|sbin|lib|lib32|lib64|libx32|libexec|share|include|local|local\/bin|local\/lib)$/
    expect(
      stdout.text
        .trim()
        .split('\n')
        .filter((path) => !known.test(path)),
    ).toEqual([])
  })
})

test.for([
  { path: '/nonexistent-directory', why: 'nonexistent-directory' },
  { path: '/etc/hostname', why: 'hostname' },
])('$path cannot be exposed, and the message contains the reason', async ({ path, why }) => {
  const limits = limitsWith({})
  const settings = { limits, firstUser: 300_000, useCgroups: false, needsGroups: false, expose: [path], spares: 0 }
  const opening = openSandbox(tmpdir(), settings)
  await expect(opening).rejects.toThrow(new RegExp(`^Runs cannot read --expose .*${why}: .*Pass a directory`))
})
