import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExecutionResult } from '#core/run'
import { ryeChain, ryeChainAsked, ryeChainReading } from '../../testing/directories.ts'
import { runFolder as folder } from '../../testing/run-folder.ts'

// R16 from a command line: a graph is walked, saved and resumed.

const run = (cwd: string, ...words: readonly string[]) => ryeChain(cwd, 'run', ...words, '--dir', 'project')

test('a graph is walked, and each further command needs a confirmation', { timeout: 60_000 }, async () => {
  const cwd = folder()
  const asked = await ryeChainAsked(['y', 'yes'], cwd, 'run', 'flow', '--dir', 'project', '--lock')
  expect([asked.code, asked.json<{ output: string }>().output]).toEqual([0, 'said said one\n\n'])
  expect(asked.err).toContain('A graph with at most 3 steps and at most 2 calls.')
  expect(asked.err).toContain('first@1.1 done -> second')
  expect(asked.err).toContain('second@1.1 reaches say')
  expect(asked.err).toContain('Pinned: /project/.ai/lockfiles/flow@1.0.0.lock.json')
  const no = await ryeChainAsked(['y', 'n'], folder(), 'run', 'flow', '--dir', 'project', '--json')
  expect(no.json<ExecutionResult>()).toMatchObject({ data: { status: 'completed_with_errors' } })
})

test("a graph's planned command runs the graph, with parameters on stdin", { timeout: 60_000 }, async () => {
  const cwd = folder()
  const { plan } = (await ryeChain(cwd, 'analyze', '--dir', 'project', '--item', 'flow', '--json')).json<{
    plan: { command: string; args: string[]; input: string }
  }>()
  expect(plan.command).toBe('rye-chain')
  const words = plan.args.map((word) => word.replace(/^\/project/, join(cwd, 'project')))
  const { code, out } = await ryeChainReading(plan.input, cwd, ...words, '--yes')
  expect([code, JSON.parse(out)]).toMatchObject([0, { output: 'said said one\n\n' }])
})

test('a path where a walk cannot be saved is reported before any tool runs', { timeout: 60_000 }, async () => {
  const cwd = folder()
  for (const [item, place, says] of [
    ['flow', 'none/walk.json', 'no such file or directory'],
    ['flow', 'project', 'it is not a regular file'],
    ['say', 'walk.json', 'say is not a graph'],
  ] as const) {
    const { code, out, err } = await run(cwd, item, '--yes', '--params', '{"who": "me"}', '--save', place)
    expect([code, out, err], place).toEqual([2, '', expect.stringContaining(says)])
    expect(err).not.toContain('first@')
  }
})

test('a walk that can no longer be saved is reported with its result', { timeout: 60_000 }, async () => {
  const cwd = folder()
  const path = join(cwd, 'project/.ai/tools/flow.yaml')
  writeFileSync(path, readFileSync(path, 'utf8').replace('start: first', 'start: first\n  max_steps: 1'))
  const place = join(cwd, 'place')
  mkdirSync(place)
  const yes = (): string => {
    rmSync(place, { recursive: true })
    return 'y'
  }
  const words = ['run', '--dir', 'project', 'flow', '--params', '{"who": "me"}', '--save', 'place/walk.json'] as const
  const { code, out, err } = await ryeChainAsked([yes], cwd, ...words)
  expect([code, out, err]).toEqual([
    1,
    expect.stringContaining('"steps": 1'),
    expect.stringMatching(/The walk was not saved: .*walk\.json was not written: its folder does not exist/),
  ])
})

test('a graph that stops early is saved and resumes where it stopped', { timeout: 60_000 }, async () => {
  const cwd = folder()
  const path = join(cwd, 'project/.ai/tools/flow.yaml')
  const flow = readFileSync(path, 'utf8')
  writeFileSync(path, flow.replace('start: first', 'start: first\n  max_steps: 1'))
  const cut = await run(cwd, 'flow', '--yes', '--params', '{"who": "me"}', '--save', 'walk.json')
  expect([cut.code, cut.err]).toEqual([
    1,
    expect.stringContaining('Saved before second. Continue with --resume walk.json.'),
  ])
  writeFileSync(path, flow)
  const on = await run(cwd, 'flow', '--yes', '--resume', 'walk.json')
  expect([on.code, JSON.parse(on.out)]).toMatchObject([
    0,
    { status: 'completed', output: 'said said one\n\n', steps: 3 },
  ])
  expect(on.err).not.toContain('first@')
  const other = await run(cwd, 'say', '--yes', '--resume', 'walk.json')
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('is a walk of flow, not of say')])
  for (const text of ['{', '[]', '{"format": 1, "item_id": "flow", "current_node": null}']) {
    writeFileSync(join(cwd, 'bad.json'), text)
    const bad = await run(cwd, 'flow', '--yes', '--resume', 'bad.json')
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('--resume bad.json')])
  }
})
