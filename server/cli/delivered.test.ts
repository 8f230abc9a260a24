import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isNightly } from '../../core/testing/nightly.ts'
import { productRoot, productVersion } from '../engine/product.ts'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'

// The files that other tools read from this repository, such as a hook for pre-commit and an action for GitHub.

const read = (name: string): unknown => parse(readFileSync(join(productRoot, name), 'utf8'))

test('the hook for pre-commit refuses a staged broken tool, and selects the files of a project', async () => {
  const [hook] = read('.pre-commit-hooks.yaml') as readonly { entry: string; files: string; language: string }[]
  const [program, ...words] = hook?.entry.split(' ') ?? []
  expect([program, hook?.language]).toEqual(['rye-chain', 'node'])
  const cwd = join(exampleFolder('hello-chain'), 'project')
  const git = (...given: readonly string[]) => execFileSync('git', given, { cwd })
  git('init', '-q')
  git('add', '.')
  expect((await ryeChain(cwd, ...words)).code).toBe(0)
  writeFileSync(join(cwd, '.ai/tools/broken.yaml'), 'version: "1.0.0"\nexecutor_id: no/such\n')
  git('add', '.')
  expect((await ryeChain(cwd, ...words)).code).toBe(1)
  const selected = ['a/.ai/tools/x.py', 'rye-chain.yaml', '.env', 'src/x.py', 'my-rye-chain.yaml']
  expect(selected.filter((path) => new RegExp(hook?.files ?? '').test(path))).toEqual(selected.slice(0, 3))
})

test('the GitHub action starts this version, and passes its folder as one argument', () => {
  const action = read('action.yml') as { runs: { steps: readonly { run: string }[] } }
  const bin = freshFolder()
  writeFileSync(join(bin, 'npx'), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(join(bin, 'npx'), 0o755)
  const env = { PATH: `${bin}:/usr/bin:/bin`, RYE_DIR: 'a b; $(exit)' }
  const { stdout } = spawnSync('bash', ['-e', '-c', action.runs.steps[0]?.run ?? ''], { encoding: 'utf8', env })
  const words = ['--yes', `rye-chain-playground@${productVersion}`, 'check', '--dir', 'a b; $(exit)']
  expect(stdout).toBe([...words, '--format', 'github', ''].join('\n'))
})

/** The validator of each file. `npm exec` downloads all but pre-commit. No container engine has to run. */
const validators = {
  '.pre-commit-hooks.yaml': ['pre-commit', 'validate-manifest', '.pre-commit-hooks.yaml'],
  'action.yml': [
    ...['npm', 'exec', '--yes', '--package=@action-validator/cli@0', '--package=@action-validator/core@0'],
    ...['--', 'action-validator', 'action.yml'],
  ],
  '.devcontainer/devcontainer.json': [
    ...['npm', 'exec', '--yes', '--package=@devcontainers/cli@0', '--'],
    ...['devcontainer', 'read-configuration', '--workspace-folder', '.', '--docker-path', 'true'],
  ],
  'editors/vscode/package.json': [
    ...['npm', 'exec', '--yes', '--package=@vscode/vsce@3', '--prefix', 'editors/vscode', '--'],
    ...['sh', '-c', 'cd editors/vscode && vsce ls'],
  ],
} as const

test.runIf(isNightly).for(Object.entries(validators))(
  'the validator for %s accepts the file',
  { timeout: 300_000 },
  ([, [program, ...words]]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: productRoot, encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, expect.any(String)])
  },
)
