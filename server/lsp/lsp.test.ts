import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { exampleFolder } from '../testing/directories.ts'
import { testedEditors } from './testing/editor.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const openEditor = testedEditors()

async function openedGreet(text?: (text: string) => string) {
  const folder = exampleFolder('hello-chain')
  const path = join(folder, 'project/.ai/tools/demo/greet.py')
  const uri = pathToFileURL(path).href
  const editor = openEditor(folder)
  await editor.begin()
  const content = readFileSync(path, 'utf8')
  await editor.open(uri, 'python', text ? text(content) : content)
  return { editor, uri, content, folder }
}

const lineOf = (text: string, word: string): number => text.slice(0, text.indexOf(word)).split('\n').length - 1

test('a misspelled executor gets a diagnostic with its code, its page and a fix', async () => {
  const { editor, uri, content } = await openedGreet()
  const sound = await editor.until(uri, () => true)
  expect(sound.filter(({ code }) => code === 'executor-not-found')).toEqual([])
  const executor = /__executor_id__ = "([^"]+)"/.exec(content)?.[1] ?? ''
  const broken = content.replace(`"${executor}"`, `"${executor.slice(0, -1)}"`)
  await editor.type(uri, broken)
  const marks = await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  const mark = marks.find(({ code }) => code === 'executor-not-found')
  expect(mark).toMatchObject({ source: 'rye-chain', range: { start: { line: lineOf(broken, '__executor_id__') } } })
  expect(mark?.codeDescription.href).toMatch(/problems\.md#executor-not-found$/)
  expect(existsSync(new URL(mark?.codeDescription.href ?? ''))).toBe(true)
  interface Action {
    readonly title: string
    readonly isPreferred: boolean
    readonly edit: {
      readonly documentChanges: readonly {
        readonly edits: readonly { readonly newText: string; readonly range: Lines }[]
      }[]
    }
  }
  interface Lines {
    readonly start: { readonly line: number; readonly character: number }
    readonly end: { readonly line: number; readonly character: number }
  }
  const actions = await editor.ask<readonly Action[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: mark?.range,
    context: { diagnostics: [mark] },
  })
  const edit = actions.find(({ edit: { documentChanges } }) => documentChanges[0]?.edits[0]?.newText.includes(executor))
    ?.edit.documentChanges[0]?.edits[0]
  if (!edit) throw new Error(`no fix among ${actions.map(({ title }) => title).join('; ')}`)
  const lines = broken.split('\n')
  const line = lines[edit.range.start.line] ?? ''
  lines[edit.range.start.line] =
    line.slice(0, edit.range.start.character) + edit.newText + line.slice(edit.range.end.character)
  await editor.type(uri, lines.join('\n'))
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
})

test('hover, definition, references, lens and outline work in a file with emoji and CRLF', async () => {
  const { editor, uri, content } = await openedGreet((text) => `# 🐍 é\n${text}`.replaceAll('\n', '\r\n'))
  const line = lineOf(`# 🐍 é\n${content}`, '__executor_id__')
  const character = '__executor_id__ = "'.length + 2
  const hover = await editor.at<{ contents: { value: string } }>('textDocument/hover', uri, line, character)
  expect(hover.contents.value).toContain('resolves to')
  const definition = await editor.at<{ uri: string }>('textDocument/definition', uri, line, character)
  expect(existsSync(new URL(definition.uri))).toBe(true)
  const references = await editor.at<readonly { uri: string }[]>('textDocument/references', uri, line, character, {
    context: { includeDeclaration: true },
  })
  expect(references.map((place) => place.uri)).toContain(uri)
  const lenses = await editor.ask<readonly { command: { title: string; command: string; arguments: unknown[] } }[]>(
    'textDocument/codeLens',
    { textDocument: { uri } },
  )
  expect(lenses[0]?.command.title).toMatch(/^chain: demo\/greet > .+ > .+/)
  await editor.ask('workspace/executeCommand', {
    command: lenses[0]?.command.command,
    arguments: lenses[0]?.command.arguments,
  })
  expect(editor.shown).toMatchObject([{ uri: definition.uri }])
  const symbols = await editor.ask<readonly { name: string; range: { start: { line: number } } }[]>(
    'textDocument/documentSymbol',
    { textDocument: { uri } },
  )
  expect(symbols.find(({ name }) => name === '__executor_id__')?.range.start.line).toBe(line)
})

test('completion of an executor offers the matching IDs', async () => {
  const { editor, uri } = await openedGreet()
  const line = '__executor_id__ = "rye/core/"'
  await editor.type(uri, `__version__ = "1.0.0"\n${line}\n`)
  const ids = await editor.at<{ items: readonly { label: string }[] }>(
    'textDocument/completion',
    uri,
    1,
    line.length - 1,
  )
  expect(ids.items.length).toBeGreaterThan(0)
  expect(ids.items.every(({ label }) => label.includes('rye/core/'))).toBe(true)
})

test('a lens counts the items that use an item, and references list the items that use a variable or a tool config', async () => {
  const tool = 'version: "1.0.0"\nexecutor_id: mine/runtime\nenv_config: {env: {WHERE: "in ${REGION}"}}\n'
  const folder = exampleFolder('hello-chain', {
    'project/.ai/tools/mine/runtime.yaml':
      'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo}\nconfig_resolve: {path: mine.yaml}\n',
    'project/.ai/tools/mine/a.yaml': tool,
    'project/.ai/tools/mine/b.yaml': tool.replace('{REGION}', '{OTHER}'),
    'project/.ai/config/mine.yaml': 'size: 1\n',
  })
  const uriOf = (path: string): string => pathToFileURL(join(folder, 'project/.ai', path)).href
  const [runtime, first, config] = [
    uriOf('tools/mine/runtime.yaml'),
    uriOf('tools/mine/a.yaml'),
    uriOf('config/mine.yaml'),
  ]
  const editor = openEditor(folder)
  await editor.begin()
  for (const uri of [runtime, first, config]) await editor.open(uri, 'yaml', readFileSync(new URL(uri), 'utf8'))
  const titles = async (uri: string): Promise<readonly string[]> => {
    const lenses = await editor.ask<readonly { command: { title: string } }[]>('textDocument/codeLens', {
      textDocument: { uri },
    })
    return lenses.map(({ command }) => command.title)
  }
  expect(await titles(runtime)).toContain('used by 2')
  expect((await titles(first)).filter((title) => title.startsWith('used by'))).toEqual([])
  const references = async (uri: string, line: number, character: number): Promise<readonly object[]> =>
    editor.at('textDocument/references', uri, line, character, { context: { includeDeclaration: true } })
  expect(await references(first, 2, 35)).toMatchObject([{ uri: first, range: { start: { line: 2 } } }])
  expect(await references(config, 0, 1)).toMatchObject([{ uri: runtime, range: { start: { line: 3 } } }])
  await editor.type(first, tool.replace('mine/runtime', 'mine/b'))
  expect(await titles(uriOf('tools/mine/runtime.yaml'))).toContain('used by 2')
  await editor.type(first, 'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\n')
  expect(await titles(runtime)).toContain('used by 1')
})

test('renaming an item moves its file and updates every mention; a bundled item keeps its name', async () => {
  const folder = exampleFolder('hello-chain', {
    'project/.ai/tools/mine/runtime.yaml':
      'version: "1"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: ["{text}", "${HOME}"]}\n',
    'project/.ai/tools/mine/tool.yaml': 'version: "1"\nexecutor_id: mine/runtime\n',
  })
  const uri = pathToFileURL(join(folder, 'project/.ai/tools/mine/tool.yaml')).href
  const runtime = pathToFileURL(join(folder, 'project/.ai/tools/mine/runtime.yaml')).href
  const editor = openEditor(folder)
  await editor.begin()
  await editor.open(uri, 'yaml', 'version: "1"\nexecutor_id: mine/runtime\n')
  const edit = await editor.at<{ documentChanges: readonly object[] }>('textDocument/rename', uri, 1, 15, {
    newName: 'mine/runner',
  })
  expect(edit.documentChanges).toMatchObject([
    { kind: 'rename', oldUri: runtime, newUri: runtime.replace('runtime.yaml', 'runner.yaml') },
    { textDocument: { uri }, edits: [{ newText: 'mine/runner' }] },
  ])
  await editor.open(runtime, 'yaml', readFileSync(new URL(runtime), 'utf8'))
  await expect(editor.at('textDocument/prepareRename', runtime, 2, 20)).rejects.toThrow('read-only')
  const tokens = await editor.ask<{ data: readonly number[] }>('textDocument/semanticTokens/full', {
    textDocument: { uri: runtime },
  })
  expect(tokens.data).toEqual([3, 32, 6, 1, 0, 0, 10, 7, 0, 0])
})

test('a change of another file updates diagnostics, and closing a file removes its diagnostics', async () => {
  const folder = exampleFolder('hello-chain', {
    'project/.ai/tools/mine/tool.yaml': 'version: "1"\nexecutor_id: mine/late\n',
  })
  const uri = pathToFileURL(join(folder, 'project/.ai/tools/mine/tool.yaml')).href
  const editor = openEditor(folder)
  await editor.begin()
  await editor.open(uri, 'yaml', readFileSync(new URL(uri), 'utf8'))
  await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  const late = pathToFileURL(join(folder, 'project/.ai/tools/mine/late.yaml')).href
  await editor.open(late, 'yaml', 'version: "1"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\n')
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
  await editor.type(uri, 'version: "1"\nexecutor_id: mine/absent\n')
  await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  await editor.close(uri)
  await editor.until(uri, (codes) => codes.length === 0)
})

test('an editor that pulls gets the whole project, unchanged files as result IDs, and refresh requests', async () => {
  const folder = exampleFolder('hello-chain', {
    'project/.ai/tools/mine/broken.yaml': 'version: "1"\nexecutor_id: mine/late\n',
    'project/.ai/tools/mine/other.yaml': 'version: "1"\nexecutor_id: mine/absent\n',
  })
  const uriOf = (path: string): string => pathToFileURL(join(folder, 'project/.ai/tools', path)).href
  const editor = openEditor(folder)
  await editor.begin(pathToFileURL(join(folder, 'project')).href)
  interface Report {
    readonly uri: string
    readonly kind: string
    readonly resultId: string
    readonly items?: readonly { readonly code: string; readonly source: string }[]
  }
  const ask = async (last: readonly Report[] = []): Promise<readonly Report[]> => {
    const previousResultIds = last.map(({ uri, resultId }) => ({ uri, value: resultId }))
    return (await editor.ask<{ items: readonly Report[] }>('workspace/diagnostic', { previousResultIds })).items
  }
  const codes = (reports: readonly Report[], path: string) =>
    reports.find(({ uri }) => uri === uriOf(path))?.items?.map(({ code }) => code)
  // No file is open yet.
  const first = await ask()
  expect(codes(first, 'mine/broken.yaml')).toContain('executor-not-found')
  expect(codes(first, 'mine/other.yaml')).toContain('executor-not-found')
  const second = await ask(first)
  expect(second.map(({ uri, kind }) => [uri, kind])).toEqual(first.map(({ uri }) => [uri, 'unchanged']))
  const late = 'version: "1"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\n'
  await editor.open(uriOf('mine/late.yaml'), 'yaml', late)
  await editor.untilRefreshed(1)
  const third = await ask(second)
  expect(codes(third, 'mine/broken.yaml')).not.toContain('executor-not-found')
  expect(third.find(({ uri }) => uri === uriOf('mine/other.yaml'))?.kind).toBe('unchanged')
  const own = await editor.ask<Report>('textDocument/diagnostic', { textDocument: { uri: uriOf('mine/late.yaml') } })
  expect(own).toMatchObject({ kind: 'full', items: expect.any(Array) as unknown })
  // The server pushes no diagnostics, because an editor would show them twice.
  expect([...editor.marked]).toEqual([])
})

test('a mistake in rye-chain.yaml is reported, and its fix is detected', async () => {
  const folder = exampleFolder('hello-chain', {
    'project/rye-chain.yaml': 'dialet: kiwi\n',
    'project/.ai/tools/mine/tool.yaml': 'version: "1"\nexecutor_id: mine/absent\n',
  })
  const uri = pathToFileURL(join(folder, 'project/.ai/tools/mine/tool.yaml')).href
  const editor = openEditor(folder)
  await editor.begin()
  await editor.open(uri, 'yaml', 'version: "1"\nexecutor_id: mine/absent\n')
  expect(await editor.at('textDocument/hover', uri, 1, 15)).toBeNull()
  expect(editor.said).toEqual([expect.stringContaining('project/rye-chain.yaml:1:1: unknown key "dialet".')])
  writeFileSync(join(folder, 'project/rye-chain.yaml'), 'rules: {executor-not-found: warning}\n')
  await editor.changed(pathToFileURL(join(folder, 'project/rye-chain.yaml')).href)
  const marks = await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  expect(marks.find(({ code }) => code === 'executor-not-found')).toMatchObject({ severity: 2 })
})

test('requests before initialize, a second initialize, and requests after shutdown are refused', async () => {
  const editor = openEditor(exampleFolder('hello-chain'))
  const hover = () => editor.at('textDocument/hover', 'file:///x.py', 0, 0)
  await expect(hover()).rejects.toMatchObject({ code: -32002 })
  await editor.begin()
  expect(await hover()).toBeNull()
  await expect(editor.begin()).rejects.toMatchObject({ code: -32600 })
  await editor.ask('shutdown', {})
  await expect(hover()).rejects.toMatchObject({ code: -32600 })
  expect(await editor.exit()).toBe(0)
})
