import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder } from '../testing/directories.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const commandLine = builtCommandLine()

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function ended(cwd: string, argv: readonly string[], killedAfter?: number): Promise<Ended> {
  const child = commandLine.start(cwd, ...argv)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.err += text))
  child.stdin.end()
  if (killedAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killedAfter)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })))
}

/** Waits until changed files count as settled (2.5 s), because only the output for settled files is stored. */
const settling = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2_600))

const storedIn = (cwd: string): readonly string[] => {
  try {
    return readdirSync(join(cwd, '.cache/rye-chain')).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}

test.for([
  ['check', '--dir', 'project', '--json'],
  ['list', '--dir', 'project', '--json'],
  ['diff', 'project', 'other', '--json'],
])('%s prints the same from the cache folder, also after kills and next to another process', async (argv) => {
  const cwd = exampleFolder('shadowing', { 'project/.ai/tools/demo/broken.py': '__executor_id__ = "no/such"\n' })
  cpSync(join(cwd, 'project'), join(cwd, 'other'), { recursive: true })
  writeFileSync(join(cwd, 'other/.ai/tools/demo/broken.py'), '__executor_id__ = "none/such"\n')
  await settling()
  const fresh = await ended(cwd, [...argv, '--no-cache'])
  expect(storedIn(cwd)).toEqual([])
  for (const after of [20, 100, 200, 300, 400]) await ended(cwd, argv, after)
  expect(await Promise.all([ended(cwd, argv), ended(cwd, argv)])).toEqual([fresh, fresh])
  expect(storedIn(cwd)).toHaveLength(1)
  expect(await ended(cwd, argv)).toEqual(fresh)
  writeFileSync(join(cwd, 'project/.ai/tools/demo/new.py'), '__executor_id__ = "no/other"\n')
  const changed = await ended(cwd, argv)
  expect(changed).not.toEqual(fresh)
  expect(changed).toEqual(await ended(cwd, [...argv, '--no-cache']))
})

test('check stores no output for --format junit, --fix, --since, --report or --write-baseline', async () => {
  const cwd = exampleFolder('hello-chain')
  await settling()
  const others = [['--format', 'junit'], ['--fix'], ['--since', 'HEAD'], ['--report', 'json=out.json']]
  for (const more of [...others, ['--write-baseline', 'known.json']])
    await ended(cwd, ['check', '--dir', 'project', ...more])
  expect(storedIn(cwd)).toEqual([])
})

test('a changed baseline is read again', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/demo/broken.py': '__executor_id__ = "no/such"\n' })
  await ended(cwd, ['check', '--dir', 'project', '--write-baseline', 'known.json'])
  await settling()
  const argv = ['check', '--dir', 'project', '--baseline', 'known.json']
  expect((await ended(cwd, argv)).code).toBe(0)
  expect(storedIn(cwd)).toHaveLength(1)
  expect((await ended(cwd, argv)).code).toBe(0)
  writeFileSync(join(cwd, 'known.json'), '{"findings":[]}')
  expect((await ended(cwd, argv)).code).toBe(1)
})
