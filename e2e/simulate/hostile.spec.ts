import { expect } from '@playwright/test'
import { test } from './fixture.ts'
import type { Simulation } from './fixture.ts'
import { reachingOut, takingTooMuch } from './hostile-programs.ts'
import { serveFiles } from './static-server.ts'
import { someOf } from '../nightly.ts'

const sound: Readonly<Record<string, Simulation>> = {
  python3: { command: 'python3', args: ['-c', 'print(40 + 2)'] },
  node: { command: 'node', args: ['-e', 'console.log(40 + 2)'] },
  bash: { command: 'bash', args: ['-c', 'echo $((40 + 2))'] },
}

for (const program of [...someOf(reachingOut, 3), ...someOf(takingTooMuch, 3)]) {
  test(program.name, async ({ simulate, site }) => {
    test.setTimeout(120_000)
    const bait = await serveFiles(() => ({ body: 'reached', headers: { 'access-control-allow-origin': '*' } }))
    const before = site.requests.length
    const run = await simulate({ ...program, env: { BAIT: bait.url } })
    const received = [
      ...bait.requests,
      ...site.requests.slice(before).filter((request) => !request.startsWith('GET /sandbox/')),
    ]
    await bait.close()
    expect(received).toEqual([])
    expect(run.ending, run.err).toMatch(program.ending)
    if (program.limit !== undefined) expect(run.outcome.limit).toBe(program.limit)
    if (program.reports !== undefined) {
      const lines = run.out.trim().split('\n')
      for (const line of lines) expect(line).toMatch(program.reports)
    }
    const next = await simulate(sound[program.command] ?? { command: 'python3' })
    expect([next.ending, next.out]).toEqual(['exited 0', '42\n'])
  })
}
