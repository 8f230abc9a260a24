import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain, ryeChainWith } from '../testing/directories.ts'

// Without --dir, a command uses the nearest folder with .ai, up to the top of the repository or the home directory.

const note = (shown: string): string => `Project: ${shown}, the nearest folder with .ai.\n`

/** A repository with a project, and a folder deep in it. */
function repository(edge = '.git'): { readonly cwd: string; readonly top: string } {
  const top = join(exampleFolder('hello-chain'), 'project')
  const cwd = join(top, 'src/deep')
  mkdirSync(cwd, { recursive: true })
  if (edge !== '') mkdirSync(join(top, edge))
  return { cwd, top }
}

test.for([
  ['analyze', 'demo/greet', '--params', '{"name": "Ada"}'],
  ['check'],
  ['check', '--format', 'json'],
  ['config'],
  ['diff', '.', '.'],
  ['explain', '--item', 'demo/greet', '--params', '{"name": "Ada"}', '--value', '/plan/args/0'],
  ['list', '--json'],
  ['lock', 'create', 'demo/greet', '--params', '{"name": "Ada"}'],
  ['new', 'python', 'demo/other'],
  ['run', 'demo/greet', '--params', '{"name": "Ada"}', '--yes'],
  ['share', 'demo/greet'],
])('%j finds the project above the current folder and names it', { timeout: 60_000 }, async (words) => {
  const { cwd } = repository()
  const { code, out, err } = await ryeChain(cwd, ...words)
  expect([code, out === '', err.split(note('../..')).length - 1]).toEqual([0, false, 1])
})

test('new writes to the project, not to a second one in the current folder', async () => {
  const { cwd, top } = repository()
  expect((await ryeChain(cwd, 'new', 'python', 'demo/other')).code).toBe(0)
  expect([existsSync(join(top, '.ai/tools/demo/other.py')), existsSync(join(cwd, '.ai'))]).toEqual([true, false])
})

test('files are named from the current folder, which can be inside .ai', async () => {
  const { top } = repository()
  const { code, out, err } = await ryeChain(join(top, '.ai/tools/demo'), 'check', 'greet.py')
  expect([code, out, err]).toEqual([0, expect.stringContaining('1 item, '), note('../../..')])
})

test('no line is printed for the current folder; --dir, or a rye-chain.yaml there, disables the search', async () => {
  const { cwd, top } = repository()
  expect((await ryeChain(top, 'list')).err).toBe('')
  expect((await ryeChain(cwd, 'list', '--dir', '.')).code).toBe(2)
  writeFileSync(join(cwd, 'rye-chain.yaml'), 'strict: true\n')
  expect((await ryeChain(cwd, 'list')).code).toBe(2)
})

test('the search ends at the top of the repository', async () => {
  const { cwd } = repository()
  mkdirSync(join(cwd, '.git'))
  expect((await ryeChain(cwd, 'list')).code).toBe(2)
})

test('the search ends before the home directory, whose .ai is a user space', async () => {
  const { cwd, top } = repository('')
  const other = join(top, 'src')
  expect((await ryeChainWith({ HOME: join(top, '..') }, cwd, 'list')).err).toBe(note('../..'))
  expect((await ryeChainWith({ HOME: top }, cwd, 'list')).code).toBe(2)
  expect((await ryeChainWith({ HOME: other }, cwd, 'list')).code).toBe(2)
})

test('outside a repository and the home directory, only the current folder counts', async () => {
  const { cwd } = repository('')
  const { code, err } = await ryeChainWith({ HOME: freshFolder() }, cwd, 'list')
  expect([code, err]).toEqual([2, expect.stringContaining(' does not exist.')])
})

test.runIf(process.getuid?.() === 0)('a project of another user is named, but not used', async () => {
  const { cwd, top } = repository()
  chownSync(top, 65_534, 65_534)
  const { code, err } = await ryeChain(cwd, 'list')
  expect([code, err]).toEqual([2, expect.stringContaining('../../.ai belongs to another user')])
})
