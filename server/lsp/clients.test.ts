import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { exampleFolder } from '../testing/directories.ts'
import { markCommand } from './byte-order-mark.ts'
import { testedEditors } from './testing/editor.ts'

// Tests of the habits of real editors. Helix offers to watch files but does not. ALE drops the source of a diagnostic.
// Some editors send null for an absent range, or spell one URI in two ways.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const openEditor = testedEditors()
const runtime = 'version: "1"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\n'
const tool = 'version: "1"\nexecutor_id: mine/late\n'

async function opened() {
  const folder = exampleFolder('hello-chain', { 'project/.ai/tools/mine/one tool.yaml': tool })
  const at = (name: string): string => join(folder, 'project/.ai/tools/mine', name)
  const uri = pathToFileURL(at('one tool.yaml')).href
  const editor = openEditor(folder)
  const begun = await editor.begin()
  await editor.open(uri, 'yaml', tool)
  const [mark] = await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  return { editor, begun, at, uri, mark }
}

test('a change on disk is found, although the editor offers to watch files and reports nothing', async () => {
  const { editor, at, uri } = await opened()
  writeFileSync(at('late.yaml'), runtime)
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
})

test('an editor that does not pull diagnostics is not offered pull diagnostics', async () => {
  const { begun } = await opened()
  expect(begun).toMatchObject({ capabilities: { foldingRangeProvider: true, workspaceSymbolProvider: true } })
  expect(begun).not.toHaveProperty('capabilities.diagnosticProvider')
})

test('a range that is null means the whole text', async () => {
  const { editor, at, uri } = await opened()
  writeFileSync(at('other.yaml'), runtime)
  await editor.notify('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: tool.replace('late', 'other'), range: null, rangeLength: null }],
  })
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
})

test('two spellings of a URI are one document, with the spelling with which it was opened', async () => {
  const { editor, at, uri } = await opened()
  writeFileSync(at('other.yaml'), runtime)
  const spelled = uri.replace('one%20tool', '%6fne%20too%6c')
  await editor.notify('textDocument/didChange', {
    textDocument: { uri: spelled, version: 2 },
    contentChanges: [{ text: tool.replace('late', 'other') }],
  })
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
  expect(editor.marked.has(spelled)).toBe(false)
})

test('fixes are found for a diagnostic without its source, and not for one of another server', async () => {
  const { editor, uri, mark } = await opened()
  const ask = (more: object) => {
    const { source: _source, ...bare } = mark ?? { source: '' }
    const diagnostics = [{ ...bare, message: 'in one line', ...more }]
    return editor.ask<readonly object[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: mark?.range,
      context: { diagnostics },
    })
  }
  expect((await ask({})).length).toBeGreaterThan(0)
  expect(await ask({ source: 'other' })).toEqual([])
})

test('an executor ID links to its file, and an ID that was not found does not', async () => {
  const { editor, at, uri } = await opened()
  const links = () => editor.ask('textDocument/documentLink', { textDocument: { uri } })
  expect(await links()).toEqual([])
  writeFileSync(at('late.yaml'), runtime)
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
  const range = { start: { line: 1, character: 13 }, end: { line: 1, character: 22 } }
  expect(await links()).toEqual([{ range, target: pathToFileURL(at('late.yaml')).href }])
})

test('hover explains an ID that was not found, and search, highlights and folds work', async () => {
  const { editor, uri } = await opened()
  const hover = await editor.at<{ contents: { value: string } }>('textDocument/hover', uri, 1, 16)
  expect(hover.contents.value).toContain('mine/late')
  const highlights = await editor.at<readonly { range: { start: { line: number } } }[]>(
    'textDocument/documentHighlight',
    uri,
    1,
    16,
  )
  expect(highlights.map(({ range }) => range.start.line)).toEqual([1])
  const symbols = await editor.ask<readonly { name: string }[]>('workspace/symbol', { query: 'GREE' })
  expect(symbols.map(({ name }) => name)).toEqual(['demo/greet'])
  await editor.type(uri, `${tool}config:\n  command: echo\n  args: [a]\n`)
  const folds = await editor.ask('textDocument/foldingRange', { textDocument: { uri } })
  expect(folds).toContainEqual({ startLine: 2, endLine: 4 })
})

test('a fix is offered only for a diagnostic with the same code and range', async () => {
  const { editor, uri, mark, at } = await opened()
  writeFileSync(at('latte.yaml'), runtime)
  const actions = (diagnostic: object) =>
    editor.ask<readonly { title: string }[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: mark?.range,
      context: { diagnostics: [diagnostic] },
    })
  const elsewhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } }
  expect((await actions({ ...mark, message: 'as the editor shows it' })).length).toBeGreaterThan(0)
  expect(await actions({ ...mark, range: elsewhere })).toEqual([])
  expect(await actions({ ...mark, code: 'version-missing' })).toEqual([])
})

test('messages name files of the project relative to its folder', async () => {
  const { mark } = await opened()
  expect(mark?.message).toContain('"mine/late", which is not in .ai/tools')
  expect(mark?.message).not.toContain('/project')
})

test('a byte order mark that the editor hides is reported, and a command removes it from the saved file', async () => {
  const { editor, at } = await opened()
  const python = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
  writeFileSync(at('marked.py'), `\ufeff${python}`)
  const uri = pathToFileURL(at('marked.py')).href
  await editor.open(uri, 'python', python)
  const [mark] = await editor.until(uri, (codes) => codes.includes('metadata-syntax'))
  expect(mark?.message).toContain('the file begins with a byte order mark')
  const [action] = await editor.ask<readonly { title: string; command: { command: string; arguments: unknown[] } }[]>(
    'textDocument/codeAction',
    { textDocument: { uri }, range: mark?.range, context: { diagnostics: [mark] } },
  )
  expect(action?.title).toBe('Remove the byte order mark')
  await editor.type(uri, `${python}# unsaved\n`)
  await editor.ask('workspace/executeCommand', action?.command ?? {})
  expect(readFileSync(at('marked.py'), 'utf8')).toBe(`\ufeff${python}`)
  expect(editor.said).toEqual(['Save the file, then remove its byte order mark.'])
  await editor.type(uri, python)
  await editor.ask('workspace/executeCommand', action?.command ?? {})
  expect(readFileSync(at('marked.py'), 'utf8')).toBe(python)
  await editor.until(uri, (codes) => !codes.includes('metadata-syntax'))
})

test('no byte order mark is removed from a file behind a symlink', async () => {
  const { editor, at } = await opened()
  const python = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
  const outside = at('../../../../outside.py')
  writeFileSync(outside, `\ufeff${python}`)
  symlinkSync(outside, at('marked.py'))
  const uri = pathToFileURL(at('marked.py')).href
  await editor.open(uri, 'python', python)
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }
  await editor.ask('workspace/executeCommand', { command: markCommand, arguments: [{ uri, range }] })
  expect(readFileSync(outside, 'utf8')).toBe(`\ufeff${python}`)
})
