import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Progress } from './progress.ts'
import { exampleFolder, ryeChain, ryeChainSeen } from '../testing/directories.ts'

function at(times: readonly number[], isSeen = true) {
  const lines: string[] = []
  const left = [...times]
  const now = () => new Date(left.shift() ?? 0)
  const status = isSeen ? (line: string) => void lines.push(line) : undefined
  const progress = new Progress({ ...unused, now, status })
  return { lines, progress }
}

const unused = {
  out: () => undefined,
  err: () => undefined,
  input: () => '',
  cwd: '/',
  env: {},
  colors: false,
  untilEnded: () => Promise.resolve(),
}

test('a terminal shows work longer than a second at most ten times per second, then clears the line', () => {
  const { lines, progress } = at([0, 999, 1_000, 1_099, 1_100])
  for (const done of [128, 900, 1_024, 1_100, 1_280]) progress.show('items checked', done, 10_000)
  expect(lines).toEqual(['1,024 of 10,000 items checked', '1,280 of 10,000 items checked'])
  progress.end()
  expect(lines.at(-1)).toBe('')
})

test('a second task is shown after its first second', () => {
  const { lines, progress } = at([0, 5_000, 5_500, 6_000])
  progress.show('items checked', 1, 2)
  progress.end()
  for (const done of [1, 2, 3, 4]) progress.show('items checked', done, 4)
  expect(lines).toEqual(['3 of 4 items checked', ''])
})

test('two consecutive tasks are shown after one second in total', () => {
  const { lines, progress } = at([0, 900, 1_000, 1_050, 1_100])
  progress.show('items read', 1, 3)
  progress.show('items read', 2, 3)
  progress.show('items read', 3, 3)
  for (const done of [1, 2, 3]) progress.show('items compared', done, 9)
  expect(lines).toEqual(['1 of 9 items compared', '3 of 9 items compared'])
})

test('short work, and work without a terminal, shows no progress', () => {
  const short = at([0, 500])
  for (const done of [1, 2]) short.progress.show('items checked', done, 2)
  short.progress.end()
  expect(short.lines).toEqual([])
  const unseen = at([0, 5_000], false)
  for (const done of [1, 2]) unseen.progress.show('items checked', done, 2)
  unseen.progress.end()
  expect(unseen.lines).toEqual([])
})

test('check, diff and sign --all show progress at a terminal and clear it at the end', async () => {
  const tool = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
  const tools = Array.from({ length: 300 }, (_, at) => [`project/.ai/tools/many/t${at}.py`, tool] as const)
  const cwd = exampleFolder('hello-chain', Object.fromEntries(tools))
  cpSync(join(cwd, 'project'), join(cwd, 'other'), { recursive: true })
  const checked = await ryeChainSeen(cwd, 'check', '--dir', 'project')
  // The count includes the system's items.
  expect(checked).toEqual([expect.stringMatching(/^256 of 3\d\d items checked$/), ''])
  const shown = await ryeChainSeen(cwd, 'diff', 'project', 'other', '--item', 'many/t1?')
  const compared = shown.slice(shown.findIndex((line) => line.endsWith('compared')))
  // Both sides of the diff are read first.
  expect([shown[0], shown.filter((line) => line === '300 of 301 items read').length]).toEqual([
    '2 of 301 items read',
    2,
  ])
  expect([compared[0], compared.at(-2), compared.at(-1)]).toEqual([
    '1 of 10 items compared',
    '9 of 10 items compared',
    '',
  ])
  await ryeChain(cwd, 'keys', 'new')
  const signed = await ryeChainSeen(cwd, 'sign', '--all', '--dir', 'project')
  expect([signed[0], signed.at(-1)]).toEqual(['1 of 301 files signed', ''])
})
