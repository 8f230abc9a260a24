import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { severity } from '#core/diagnostics'
import { freshFolder, ryeChain } from '../testing/directories.ts'

// init and rules: the first commands in a new project.

test.for(['lillux', 'lilux', 'kiwi'])(
  'init creates a project that passes check, in the dialect %s',
  async (dialect) => {
    const cwd = freshFolder()
    const { code, out } = await ryeChain(cwd, 'init', 'mine', '--dialect', dialect)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('wrote mine/rye-chain.yaml\nwrote mine/.ai/tools/demo/hello.py\n'),
    ])
    expect(readFileSync(join(cwd, 'mine/rye-chain.yaml'), 'utf8')).toContain('the effective values: rye-chain config\n')
    const checked = await ryeChain(cwd, 'check', '--dir', 'mine')
    expect([checked.code, checked.out]).toEqual([0, '1 item, 0 with errors, 0 warnings\n'])
    const [, next = ''] = /^Next: npx rye-chain-playground run (.*)$/m.exec(out) ?? []
    const words = [...next.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    expect((await ryeChain(cwd, 'analyze', ...words)).code).toBe(0)
  },
)

test('init changes no existing file', async () => {
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'rye-chain.yaml'), 'strict: true\n')
  expect((await ryeChain(cwd, 'init', '--json')).json()).toMatchObject({ files: ['.ai/tools/demo/hello.py'] })
  expect(readFileSync(join(cwd, 'rye-chain.yaml'), 'utf8')).toBe('strict: true\n')
  const again = await ryeChain(cwd, 'init')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('already a project')])
  const bare = freshFolder()
  mkdirSync(join(bare, '.ai/tools'), { recursive: true })
  expect((await ryeChain(bare, 'init', '--json')).json()).toEqual({ files: ['rye-chain.yaml'], sample: null })
  expect(existsSync(join(bare, '.ai/tools/demo'))).toBe(false)
})

test('rules lists every code with its severity in the project, its meaning, fix and page', async () => {
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'rye-chain.yaml'), 'rules: {version-missing: off}\n')
  const { rules } = (await ryeChain(cwd, 'rules', '--json')).json<{
    rules: readonly { code: string; severity: string; about: string; fix: string; page: string }[]
  }>()
  expect(rules.map(({ code }) => code)).toEqual(Object.keys(severity).sort())
  expect(rules.filter(({ about, fix }) => about === '' || fix === '')).toEqual([])
  expect(rules.find(({ code }) => code === 'version-missing')).toMatchObject({ severity: 'off' })
  const one = await ryeChain(cwd, 'rules', 'chain-cycle')
  expect([one.code, one.out]).toEqual([
    0,
    expect.stringMatching(/^chain-cycle {2}error {2}R3\.1\n {4}.+\n {4}Fix: .+\n$/),
  ])
  const none = await ryeChain(cwd, 'rules', 'chain-cylce')
  expect([none.code, none.err]).toEqual([
    2,
    expect.stringContaining('(did you mean chain-cycle?). For all codes: rye-chain rules\n'),
  ])
})
