import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { exampleFolder } from '../testing/directories.ts'
import { testedEditors } from './testing/editor.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const openEditor = testedEditors()

test('an imported library gets no diagnostics, as in check', async () => {
  const folder = exampleFolder('linter-with-lib')
  const uri = pathToFileURL(join(folder, 'project/.ai/tools/lint/lib/style.py')).href
  const editor = openEditor(folder)
  await editor.begin()
  await editor.open(uri, 'python', readFileSync(new URL(uri), 'utf8'))
  expect(await editor.until(uri, () => true)).toEqual([])
  // This edit turns the file into a tool.
  await editor.type(uri, '__executor_id__ = "lint/absent"\n')
  await editor.until(uri, (codes) => codes.includes('executor-not-found'))
})

test('R1.8: data gets no diagnostics, as in check', async () => {
  const folder = exampleFolder('hello-chain')
  const uri = pathToFileURL(join(folder, 'project/.ai/tools/demo/mcp.yaml')).href
  const editor = openEditor(folder)
  await editor.begin()
  await editor.open(uri, 'yaml', 'tool_type: mcp\n')
  await editor.until(uri, (codes) => codes.includes('chain-not-primitive'))
  await editor.type(uri, 'tool_type: mcp\nexecutor_id: null\n')
  await editor.until(uri, (codes) => codes.length === 0)
})

test('an open file whose name is not a valid ID gets a diagnostic, as in check', async () => {
  const folder = exampleFolder('hello-chain')
  const uri = pathToFileURL(join(folder, 'project/.ai/tools/back\\slash.py')).href
  const editor = openEditor(folder)
  await editor.begin()
  await editor.open(uri, 'python', '__executor_id__ = "a/b"\n')
  await editor.until(uri, (codes) => codes.includes('item-id-invalid'))
})

test('a file in new folders has findings before it is saved', async () => {
  const folder = exampleFolder('hello-chain', { 'bare/readme.txt': '' })
  const editor = openEditor(folder)
  await editor.begin()
  for (const path of ['project/.ai/tools/a/b/new.py', 'bare/.ai/tools/new.py']) {
    const uri = pathToFileURL(join(folder, path)).href
    await editor.open(uri, 'python', '__executor_id__ = "rye/cor"\n')
    await editor.until(uri, (codes) => codes.includes('executor-not-found'))
    const ids = await editor.at<{ items: readonly object[] }>('textDocument/completion', uri, 0, 26)
    expect(ids.items.length).toBeGreaterThan(0)
    await editor.close(uri)
    await editor.until(uri, (codes) => codes.length === 0)
    expect(await editor.at('textDocument/hover', uri, 0, 22)).toBeNull()
  }
})

test('an open file has diagnostics under its URI in the editor', async () => {
  const folder = exampleFolder('hello-chain', {
    'a+b/.ai/tools/mine/rt.yaml': 'version: "1"\ntool_type: runtime\nexecutor_id: mine/absent\n',
    'a+b/.ai/tools/mine/tool.yaml': 'version: "1"\nexecutor_id: mine/rt\n',
  })
  const editor = openEditor(folder)
  await editor.begin()
  const plain = (name: string): string => pathToFileURL(join(folder, 'a+b/.ai/tools/mine', name)).href
  const uriOf = (name: string): string => plain(name).replace('+', '%2B')
  for (const name of ['tool.yaml', 'rt.yaml'])
    await editor.open(uriOf(name), 'yaml', readFileSync(new URL(uriOf(name)), 'utf8'))
  await editor.until(uriOf('rt.yaml'), (codes) => codes.includes('executor-not-found'))
  expect(editor.marked.get(plain('rt.yaml')) ?? []).toEqual([])
  expect(editor.marked.get(uriOf('rt.yaml'))?.filter(({ code }) => code === 'executor-not-found')).toHaveLength(1)
})

test('a file outside .ai has no hover and no lens', async () => {
  const folder = exampleFolder('hello-chain')
  const editor = openEditor(folder)
  await editor.begin()
  const uri = pathToFileURL(join(folder, 'x.py')).href
  await editor.open(uri, 'python', '__executor_id__ = "a/b"\n')
  expect(await editor.at('textDocument/hover', uri, 0, 20)).toBeNull()
  expect(await editor.ask('textDocument/codeLens', { textDocument: { uri } })).toBeNull()
})

test('an .env that is open in the editor is read from disk', async () => {
  const folder = exampleFolder('hello-chain')
  const env = join(folder, 'project/.env')
  const tool = join(folder, 'project/.ai/tools/demo/greet.py')
  const envUri = pathToFileURL(env).href
  writeFileSync(env, 'export A=1\n')
  const editor = openEditor(folder)
  await editor.begin()
  await editor.open(envUri, 'shellscript', 'export A=1\n')
  await editor.open(pathToFileURL(tool).href, 'python', readFileSync(tool, 'utf8'))
  await editor.until(envUri, (codes) => codes.includes('dotenv-export'))
  writeFileSync(env, 'A=1\n')
  await editor.changed(envUri)
  await editor.until(envUri, (codes) => !codes.includes('dotenv-export'))
})

test('the findings of an unchanged project come from the cache folder, but not with unsaved text', async () => {
  const folder = exampleFolder('hello-chain', { 'project/.ai/tools/demo/broken.py': '__executor_id__ = "no/such"\n' })
  const broken = pathToFileURL(join(folder, 'project/.ai/tools/demo/broken.py')).href
  const cache = join(folder, '.cache/rye-chain')
  const used = (): readonly number[] => readdirSync(cache).map((name) => statSync(join(cache, name)).mtimeMs)
  const found = async (text: string): Promise<string> => {
    const editor = openEditor(folder)
    await editor.begin(pathToFileURL(join(folder, 'project')).href)
    await editor.open(broken, 'python', text)
    const answer = await editor.ask('workspace/diagnostic', { previousResultIds: [] })
    await editor.end()
    return JSON.stringify(answer)
  }
  // Only the answer for settled files is stored.
  await new Promise((resolve) => setTimeout(resolve, 2_600))
  const saved = readFileSync(new URL(broken), 'utf8')
  const computed = await found(saved)
  const [stored, ...others] = used()
  expect([computed.includes('no/such'), others]).toEqual([true, []])
  expect(await found(saved)).toBe(computed)
  const [read] = used()
  expect(read).toBeGreaterThan(stored ?? Infinity)
  expect(await found('__executor_id__ = "none/such"\n')).toContain('none/such')
  expect(used()).toEqual([read])
})
