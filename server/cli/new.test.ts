import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Analysis } from '#core/answer'
import { dialects } from '#core/rules'
import { newToolKinds } from '#core/write'
import { freshFolder, ryeChain } from '../testing/directories.ts'

test('new writes a ready tool and prints the next command', async () => {
  const cwd = freshFolder()
  const { code, out } = await ryeChain(cwd, 'new', 'python', 'demo/greet', '--parameters', 'name: string = "world"')
  expect([code, out]).toEqual([
    0,
    `wrote .ai/tools/demo/greet.py\nNext: npx rye-chain-playground analyze --item demo/greet --params '{}'\n`,
  ])
  const analysed = await ryeChain(cwd, 'analyze', '--item', 'demo/greet', '--params', '{}', '--json')
  expect([analysed.code, analysed.json<Analysis>().chain[0]?.category]).toEqual([0, 'demo'])
})

// Each written template also runs, because a template that cannot start is useless.
test.for([
  { kind: 'python', file: 'hi.py', argv: ['python3'], said: '{"received": {"name": "Ada"}}' },
  { kind: 'javascript', file: 'hi.mjs', argv: [process.execPath], said: '{"received":{"name":"Ada"}}' },
  { kind: 'shell', file: 'hi.sh', argv: ['bash'], said: 'received name=Ada' },
])('a new $kind tool runs unchanged', async ({ kind, file, argv, said }) => {
  const cwd = freshFolder()
  await ryeChain(cwd, 'new', kind, 'demo/hi', '--parameters', 'name = "Ada"')
  const [program = '', ...first] = argv
  const words = [...first, join(cwd, '.ai/tools/demo', file), 'name=Ada']
  const { stdout, status } = spawnSync(program, words, { input: '{"name": "Ada"}', encoding: 'utf8' })
  expect([status, stdout.trim()]).toEqual([0, said])
})

test.for(Object.keys(dialects).flatMap((dialect) => newToolKinds.map((kind) => ({ dialect, kind }))))(
  'check reports nothing about a new $kind tool in $dialect',
  async ({ dialect, kind }) => {
    const cwd = freshFolder()
    const made = await ryeChain(cwd, 'new', kind, 'demo/hi', '--dialect', dialect, '--parameters', 'name, count = 1')
    if (made.code !== 0) return expect(made.err).toContain(`The dialect ${dialect} does not support ${kind} tools.`)
    const { code, out } = await ryeChain(cwd, 'check', '--dialect', dialect)
    expect([code, out]).toEqual([0, expect.stringMatching(/^1 item, 0 with errors, 0 warnings\b[^\n]*\n$/)])
  },
)

test('existing files are not overwritten, and invalid arguments cause exit code 2', async () => {
  const cwd = freshFolder()
  mkdirSync(join(cwd, 'home'))
  await ryeChain(cwd, 'new', 'shell', 'hi')
  const before = readFileSync(join(cwd, '.ai/tools/hi.sh'), 'utf8')
  const again = await ryeChain(cwd, 'new', 'shell', 'hi', '--parameters', 'a')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')])
  expect(readFileSync(join(cwd, '.ai/tools/hi.sh'), 'utf8')).toBe(before)
  const codes = [
    await ryeChain(cwd, 'new', 'ruby', 'hi'),
    await ryeChain(cwd, 'new', 'python'),
    await ryeChain(cwd, 'new', 'python', '../hi'),
    await ryeChain(cwd, 'new', 'python', 'hi', '--space', 'user'),
    await ryeChain(cwd, 'new', 'request', 'hi'),
    await ryeChain(cwd, 'new', 'request', 'ask', '--dialect', 'lilux', '--space', 'user', '--user', 'home', '--json'),
  ].map(({ code }) => code)
  expect(codes).toEqual([2, 2, 2, 2, 1, 0])
})

test.for(['mein ordner/grüße', 'привет/日本 語', 'a.b/c-d_e'])(
  'check and analyze accept an ID that new accepts: %s',
  async (id) => {
    const cwd = freshFolder()
    const made = await ryeChain(cwd, 'new', 'python', id, '--json')
    const { files } = made.json<{ files: readonly string[] }>()
    expect([made.code, files]).toEqual([0, [`.ai/tools/${id}.py`]])
    const checked = await ryeChain(cwd, 'check', '--item', id, '--json')
    expect(checked.json()).toMatchObject({ items: 1, failed: 0, warnings: 0, checks: [{ item_id: id }] })
    for (const word of [id, files[0] ?? '']) {
      const { code, out } = await ryeChain(cwd, 'analyze', word)
      expect([code, out.split('\n')[0]]).toEqual([0, `${id}: ready`])
    }
  },
)

test.for(['a"b', "a'b", 'a:b', ' a', 'a /b', 'a\nb', 'a*'])('new refuses the ID %j', async (id) => {
  const { code, err } = await ryeChain(freshFolder(), 'new', 'python', id)
  expect([code, err]).toEqual([2, expect.stringContaining('cannot be the ID of an item. Write names separated by /')])
})
