import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newToolKinds } from '#core/write'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'

async function candidates(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await ryeChain(cwd, 'completion', 'answer', '--', ...words)
  return out.split('\n').filter((line) => line !== '')
}

test('completion suggests commands, options, option values and the items of the directory', async () => {
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
  expect(await candidates(cwd, 'lock', '--dir', 'project', '')).toEqual(['show', 'create', 'update', 'delete'])
  expect(await candidates(cwd, 'lock', '--dir', 'project', 'show', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'lock', '--dir', 'project', 'show', 'demo/greet', '')).toEqual([])
  expect(await candidates(cwd, 'share', '--dir', 'project', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'uses', '--dir', 'project', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'expect', '--dir', 'project', 'other', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'expect', '--dir', 'project', '--write', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'he')).toEqual(['help'])
  expect(await candidates(cwd, 'keys', '')).toEqual(['new'])
  expect(await candidates(cwd, 'completion', 'z')).toEqual(['zsh'])
  expect(await candidates(cwd, 'new', 'p')).toEqual(['python'])
  expect(await candidates(cwd, 'new', '--dir', 'project', '')).toEqual([...newToolKinds])
  expect(await candidates(cwd, 'new', 'python', '')).toEqual([])
  expect(await candidates(cwd, 'check', '')).toEqual([])
  expect(await candidates(cwd, 'check', '--format=s')).toEqual(['--format=sarif'])
  expect(await candidates(cwd, 'analyze', '--dir=project', '--item=demo/')).toEqual(['--item=demo/greet'])
  expect(await candidates(cwd, 'check', '--color=a')).toEqual(['--color=auto', '--color=always'])
  expect(await candidates(cwd, 'check', '--format', '=', 's')).toEqual(['sarif'])
  expect(await candidates(cwd, 'check', '--dialect', '=')).toEqual(['lillux', 'kiwi', 'lilux'])
  expect(await candidates(cwd, 'analyze', '--dir', '=', 'project', '--item', 'demo/')).toEqual(['demo/greet'])
  expect(await candidates(cwd, 'unknown', '--')).toEqual([])
})

test('completion describes commands, options, items and codes', async () => {
  const cwd = exampleFolder('hello-chain')
  const described = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await ryeChain(cwd, 'completion', 'describe', '--', ...words)).out.trimEnd().split('\n')
  expect(await described('ini')).toEqual([expect.stringMatching(/^init\tCreate a project/)])
  expect(await described('check', '--sta')).toEqual([
    expect.stringMatching(/^--staged\t\S/),
    expect.stringMatching(/^--statistics\t\S/),
  ])
  expect(await described('run', '--dir', 'project', 'demo/')).toEqual(['demo/greet\tproject'])
  expect(await described('explain', 'chain-cy')).toEqual([expect.stringMatching(/^chain-cycle\t\S/)])
  expect(await described('rules', 'chain-cycle', 'chain-to')).toEqual([expect.stringMatching(/^chain-too-deep\t\S/)])
  for (const line of await described('check', '--')) expect(line.length).toBeLessThan(110)
})

test('bash lists several words with their descriptions, and inserts a single word without its description', async () => {
  const cwd = freshFolder()
  const { out } = await ryeChain(cwd, 'completion', 'bash')
  const complete = (lines: string): string => {
    writeFileSync(join(cwd, 'rye-chain'), `#!/bin/sh\nprintf '${lines}'\n`)
    chmodSync(join(cwd, 'rye-chain'), 0o755)
    const script = `${out}\nCOMP_WORDS=(rye-chain c); COMP_CWORD=1; _rye_chain; printf '%s|' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { env: { PATH: `${cwd}:/usr/bin:/bin` }, encoding: 'utf8' })
  }
  expect(complete('check\\tCheck all.\\nconfig\\n')).toBe('check  (Check all.)|config|')
  expect(complete('check\\tCheck all.\\n')).toBe('check|')
})

test('the bash completion script passes the words before the cursor', async () => {
  const cwd = freshFolder()
  const { code, out } = await ryeChain(cwd, 'completion', 'bash')
  expect(code).toBe(0)
  // The fake program prints its arguments, so the test checks the script and not the suggestions.
  writeFileSync(join(cwd, 'rye-chain'), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(join(cwd, 'rye-chain'), 0o755)
  const script = `${out}\nCOMP_WORDS=(rye-chain check --item 'a b' later); COMP_CWORD=3; _rye_chain; printf '%s|' "\${COMPREPLY[@]}"; complete -p rye-chain`
  const said = execFileSync('bash', ['-c', script], { env: { PATH: `${cwd}:/usr/bin:/bin` }, encoding: 'utf8' })
  expect(said).toBe('completion|describe|--|check|--item|a b|complete -o default -F _rye_chain rye-chain\n')
})

/** The path of a program on this machine, if it is installed. */
const at = (name: string): string | undefined =>
  ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'].map((folder) => join(folder, name)).find(existsSync)
const [zsh, fish] = [at('zsh'), at('fish')]

/** A folder with a `rye-chain` that suggests two words: the second one contains its arguments. */
async function offering(shell: string): Promise<{ readonly cwd: string; readonly env: Record<string, string> }> {
  const cwd = freshFolder()
  const { code, out } = await ryeChain(cwd, 'completion', shell)
  expect(code).toBe(0)
  writeFileSync(join(cwd, 'script'), out)
  writeFileSync(join(cwd, 'rye-chain'), '#!/bin/sh\nIFS=,\necho later; echo "late[$*]"\n')
  chmodSync(join(cwd, 'rye-chain'), 0o755)
  return { cwd, env: { PATH: `${cwd}:/usr/bin:/bin`, HOME: cwd, LANG: 'C.UTF-8' } }
}

test.runIf(fish)('the fish completion script passes the words before the cursor', async () => {
  const { cwd, env } = await offering('fish')
  const ask = `source script; complete -C "rye-chain check --item 'a b' la"`
  const said = execFileSync(fish ?? '', ['--no-config', '-c', ask], { cwd, env, encoding: 'utf8' })
  expect(said.trim().split('\n').sort()).toEqual(['late[completion,describe,--,check,--item,a b,la]', 'later'])
})

test.runIf(zsh)('the zsh completion script works with and without the loaded completion system', async () => {
  const { cwd, env } = await offering('zsh')
  // The completion request of a shell widget.
  const ask = `compadd() { print -rl -- "\${candidates[@]}" }; words=(rye-chain check --item 'a b' la more); CURRENT=5; _rye_chain; print $_comps[rye-chain]`
  for (const before of ['', 'autoload -Uz compinit && compinit -u; ']) {
    const script = `${before}source ./script; ${ask}`
    const said = execFileSync(zsh ?? '', ['-f', '-c', script], { cwd, env, encoding: 'utf8' })
    expect(said).toBe('later\nlate[completion,describe,--,check,--item,a b,la]\n_rye_chain\n')
  }
})

test('an unknown shell causes an error that lists the supported shells', async () => {
  const { code, err } = await ryeChain(freshFolder(), 'completion', 'tcsh')
  expect([code, err]).toEqual([2, expect.stringContaining('Pass one shell: bash, zsh, fish.')])
})
