import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { builtCommandLine } from './testing/child.ts'
import { exampleFolder, ryeChain } from './testing/directories.ts'
import { holdTo } from './testing/document-check.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const commandLine = builtCommandLine()

async function answersTo(cwd: string, lines: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const child = commandLine.start(cwd, 'ndjson', '--dir', 'project')
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(child.exitCode).toBe(0)
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}

test('each request has its answer, in order, and a mistake is one answer among others', async () => {
  const cwd = exampleFolder('hello-chain')
  const parameters = { name: 'Ada' }
  const answers = await answersTo(cwd, [
    JSON.stringify({ id: 1, item_id: 'demo/greet', parameters }),
    '{',
    JSON.stringify({ id: 'x', ask: 'dance' }),
    JSON.stringify({ id: 3, item: 'demo/greet' }),
    JSON.stringify({ id: 4, ask: 'list' }),
    JSON.stringify({ id: 5, ask: 'check' }),
  ])
  for (const answer of answers) holdTo('ndjson', answer)
  expect(answers.map(({ id }) => id)).toEqual([1, null, 'x', 3, 4, 5])
  expect(answers.map((answer) => 'error' in answer)).toEqual([false, true, true, true, false, false])
  const alone = await ryeChain(
    cwd,
    'analyze',
    '--dir',
    'project',
    '--item',
    'demo/greet',
    '--params',
    '{"name":"Ada"}',
    '--json',
  )
  expect(Object.keys(answers[0]?.['document'] as object)).toEqual(Object.keys(alone.json<object>()))
  expect(answers[0]?.['document']).toMatchObject({ status: 'ready', item_id: 'demo/greet' })
})

test('answers that nobody reads hold the requests back, and none is lost', async () => {
  const cwd = exampleFolder('hello-chain')
  const child = commandLine.start(cwd, 'ndjson', '--dir', 'project')
  const count = 400
  const request = (id: number): string => `${JSON.stringify({ id, item_id: 'demo/greet' })}${' '.repeat(4096)}\n`
  // Written until the pipe takes no more: the program has stopped reading.
  let sent = 0
  while (sent < count && child.stdin.write(request(sent))) sent++
  const isHeld = sent < count
  for (sent++; sent < count; sent++) child.stdin.write(request(sent))
  child.stdin.end()
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const ids = out.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { id: number }).id]))
  expect([isHeld, ids]).toEqual([true, Array.from({ length: count }, (_, id) => id)])
})
