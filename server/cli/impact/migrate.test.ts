import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, ryeChain } from '../../testing/directories.ts'

const files = {
  'app/rye-chain.yaml': '# Settings\ndialect: lilux # today\nstrict: false\n',
  'app/.ai/tools/rt/sh.yaml':
    'version: "1.0.0"\r\ntool_type: runtime\r\nexecutor_id: rye/core/primitives/subprocess\r\nconfig:\r\n  command: sh\r\n  args: ["{tool_path}", "--params", "{params_json}"]\r\n',
  'app/.ai/tools/demo/a.yaml': 'version: "1.0.0"\nexecutor_id: rye/core/runtimes/python_function_runtime\n',
  'app/.ai/tools/demo/b.py': '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python_script_runtime"\n',
}

function team(): string {
  const cwd = freshFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  return cwd
}

const moveTo = ['migrate', '--to', 'lillux', '--dir', 'app'] as const

interface MigrateDocument {
  readonly items: readonly { readonly item_id: string; readonly steps: readonly { readonly kind: string }[] }[]
  readonly written: readonly string[]
}

test('--dry-run lists the edits and the changes to make by hand, and writes no file', async () => {
  const cwd = team()
  const { code, out } = await ryeChain(cwd, ...moveTo, '--dry-run')
  expect(code).toBe(1)
  expect(out).toContain(
    'edit  rye/core/primitives/subprocess becomes rye/core/primitives/execute.  app/.ai/tools/rt/sh.yaml:3:14',
  )
  expect(out).toContain('by hand  The tool receives its parameters as JSON on standard input')
  expect(out).toMatch(
    /lilux to lillux: 4 edits, 3 of 3 tools can run, 1 need changes by hand\nNo file was changed\.\n$/,
  )
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(cwd, path), 'utf8')).toBe(text)
})

test('the edits keep line endings, and the project file names the new dialect', async () => {
  const cwd = team()
  const { json } = await ryeChain(cwd, ...moveTo, '--json')
  const { items, written } = json<MigrateDocument>()
  expect(items.map(({ item_id }) => item_id).sort()).toEqual(['demo/a', 'demo/b', 'rt/sh'])
  expect([...written].sort()).toEqual(Object.keys(files).sort())
  expect(readFileSync(join(cwd, 'app/rye-chain.yaml'), 'utf8')).toBe('# Settings\ndialect: lillux\nstrict: false\n')
  expect(readFileSync(join(cwd, 'app/.ai/tools/rt/sh.yaml'), 'utf8')).toBe(
    'version: "1.0.0"\r\ntool_type: runtime\r\nexecutor_id: "rye/core/primitives/execute"\r\nconfig:\r\n  command: sh\r\n  args: ["{tool_path}"]\r\n  input_data: "{params_json}"\r\n',
  )
  expect((await ryeChain(cwd, 'check', '--dir', 'app')).code).toBe(0)
  const again = await ryeChain(cwd, ...moveTo)
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('already in lillux')])
})

test('migrating one item leaves the others unchanged, and creates a missing project file', async () => {
  const cwd = team()
  rmSync(join(cwd, 'app/rye-chain.yaml'))
  const { code, json } = await ryeChain(cwd, ...moveTo, '--dialect', 'lilux', 'demo/a', '--json')
  expect([code, json<MigrateDocument>().written]).toEqual([0, ['app/.ai/tools/demo/a.yaml', 'app/rye-chain.yaml']])
  expect(readFileSync(join(cwd, 'app/.ai/tools/demo/b.py'), 'utf8')).toBe(files['app/.ai/tools/demo/b.py'])
})

test('a signed file is reported, because its signature is invalid after the edit', async () => {
  const cwd = team()
  await ryeChain(cwd, 'keys', 'new')
  await ryeChain(cwd, 'sign', 'demo/a', '--dir', 'app')
  const { err } = await ryeChain(cwd, ...moveTo)
  expect(err).toContain('Sign again: app/.ai/tools/demo/a.yaml.')
})

test('a file behind a symlink is not changed, nor is any other file', async () => {
  const cwd = team()
  const path = join(cwd, 'app/.ai/tools/demo/a.yaml')
  execFileSync('mv', [path, join(cwd, 'outside.yaml')])
  symlinkSync(join(cwd, 'outside.yaml'), path)
  const { code, err } = await ryeChain(cwd, ...moveTo)
  expect([code, err]).toEqual([1, expect.stringContaining('contains a symlink')])
  expect(readFileSync(join(cwd, 'outside.yaml'), 'utf8')).toBe(files['app/.ai/tools/demo/a.yaml'])
  expect(readFileSync(join(cwd, 'app/.ai/tools/demo/b.py'), 'utf8')).toBe(files['app/.ai/tools/demo/b.py'])
})

test.for([
  { words: ['migrate', '--dir', 'app'], said: '--to' },
  { words: ['migrate', '--to', 'kiwi', '--dir', 'app'], said: 'kiwi is older than lilux' },
  { words: ['migrate', '--to', 'lilux', '--dialect', 'lillux', '--dir', 'app'], said: 'older than lillux' },
  { words: [...moveTo, 'demo/none'], said: 'No item matches demo/none.' },
])('an invalid request causes exit code 2: $words', async ({ words, said }) => {
  const { code, err } = await ryeChain(team(), ...words)
  expect([code, err]).toEqual([2, expect.stringContaining(said)])
})
