import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain } from './testing/directories.ts'

async function candidates(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await ryeChain(cwd, 'completion', 'answer', '--', ...words)
  return out.split('\n').filter((line) => line !== '')
}

test('completion knows commands, options, the words of an option and the items of the directory', async () => {
  const cwd = exampleFolder('hello-chain')
  expect(await candidates(cwd, 'ch')).toEqual(['check'])
  expect(await candidates(cwd, 'help', 'l')).toEqual(['list', 'lesson', 'lock', 'lsp'])
  expect(await candidates(cwd, 'check', '--ma')).toEqual(['--max-warnings'])
  expect(await candidates(cwd, 'check', '--format', 's')).toEqual(['sarif'])
  expect(await candidates(cwd, 'check', '--dialect', '')).toEqual(['lillux', 'kiwi', 'lilux'])
  expect(await candidates(cwd, 'check', '--color', 'a')).toEqual(['auto', 'always'])
  expect(await candidates(cwd, 'check', '--co')).toEqual(['--color'])
  expect(await candidates(cwd, 'ser')).toEqual(['serve'])
  expect(await candidates(cwd, 'analyze', '--dir', 'project', '--item', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'analyze', '--dir', 'none', '--item', '')).toEqual([])
  expect(await candidates(cwd, 'run', '--dir', 'project', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'run', '--dir', 'project', 'demo/greet', 'demo/')).toEqual([])
  expect(await candidates(cwd, 'graph', '--dir', 'none', '')).toEqual([])
  expect(await candidates(cwd, 'lock', '--dir', 'project', '')).toEqual(['show', 'create', 'delete'])
  expect(await candidates(cwd, 'lock', 'show', '')).toEqual([])
  expect(await candidates(cwd, 'keys', '')).toEqual(['new'])
  expect(await candidates(cwd, 'completion', 'z')).toEqual(['zsh'])
  expect(await candidates(cwd, 'check', '')).toEqual([])
  expect(await candidates(cwd, 'unknown', '--')).toEqual([])
})

test('bash completes with the script, and asks with the words before the cursor', async () => {
  const cwd = freshFolder()
  const { code, out } = await ryeChain(cwd, 'completion', 'bash')
  expect(code).toBe(0)
  // It says what it was asked, so that the script is tested and not the answers.
  writeFileSync(join(cwd, 'rye-chain'), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(join(cwd, 'rye-chain'), 0o755)
  const script = `${out}\nCOMP_WORDS=(rye-chain check --item 'a b' later); COMP_CWORD=3; _rye_chain; printf '%s|' "\${COMPREPLY[@]}"; complete -p rye-chain`
  const said = execFileSync('bash', ['-c', script], { env: { PATH: `${cwd}:/usr/bin:/bin` }, encoding: 'utf8' })
  expect(said).toBe('completion|answer|--|check|--item|a b|complete -o default -F _rye_chain rye-chain\n')
})

test('a shell that is not known is told those there are', async () => {
  const { code, err } = await ryeChain(freshFolder(), 'completion', 'tcsh')
  expect([code, err]).toEqual([2, expect.stringContaining('Name one shell: bash, zsh, fish.')])
})
