import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { TextDocument, type TextEdit } from 'vscode-languageserver-textdocument'
import { exampleFolder } from '../testing/directories.ts'
import { fixEdit } from './edits.ts'
import { Places } from './places.ts'
import { OpenProject } from './project.ts'
import { testedEditors } from './testing/editor.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const openEditor = testedEditors()

const runtime = 'version: "1"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\n'

interface Change {
  readonly textDocument: { readonly uri: string; readonly version: number | null }
  readonly edits: TextEdit[]
}

function openedProject(files: Readonly<Record<string, string>>, user = false) {
  const folder = exampleFolder('hello-chain', { 'project/.ai/tools/mine/runtime.yaml': runtime, ...files })
  const editor = openEditor(folder, ...(user ? ['--user', join(folder, 'user')] : []))
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href
  return { editor, uriOf, mine: (name: string) => uriOf(`project/.ai/tools/mine/${name}`) }
}

test('a rename uses the open versions and URIs of the editor, and the disk for other files', async () => {
  const { editor, mine } = openedProject({
    'project/.ai/tools/mine/closed.yaml': '\ufeffexecutor_id: mine/runtime\n',
    'project/.ai/tools/mine/a+b.yaml': 'executor_id: mine/absent\n',
  })
  await editor.begin()
  const open = mine('a+b.yaml').replace('+', '%2B')
  await editor.open(open, 'yaml', 'executor_id: mine/absent\n')
  await editor.type(open, '\r\n\nexecutor_id: mine/runtime\r')
  const { documentChanges } = await editor.at<{ documentChanges: readonly Change[] }>(
    'textDocument/rename',
    open,
    2,
    15,
    { newName: 'mine/runner' },
  )
  const at = (line: number) => ({ start: { line, character: 13 }, end: { line, character: 25 } })
  expect(documentChanges.filter(({ textDocument }) => textDocument)).toEqual([
    { textDocument: { uri: open, version: 2 }, edits: [{ range: at(2), newText: 'mine/runner' }] },
    // The positions in an edit do not count a byte order mark.
    { textDocument: { uri: mine('closed.yaml'), version: null }, edits: [{ range: at(0), newText: 'mine/runner' }] },
  ])
})

test.for(['\n', '\r\n', '\r'])("new lines in a fix use the file's line endings: %j", async (end) => {
  const { editor, mine } = openedProject({})
  await editor.begin()
  const text = `__tool_type__ = "python"\n\n__version__ = "1"\n`.replaceAll('\n', end)
  await editor.open(mine('tool.py'), 'python', text)
  const marks = await editor.until(mine('tool.py'), (codes) => codes.includes('chain-not-primitive'))
  const actions = await editor.ask<readonly { title: string; edit: { documentChanges: readonly Change[] } }[]>(
    'textDocument/codeAction',
    { textDocument: { uri: mine('tool.py') }, range: marks[0]?.range, context: { diagnostics: marks } },
  )
  const change = actions.find(({ title }) => title.includes('Set the executor'))?.edit.documentChanges[0]
  expect(change?.textDocument).toEqual({ uri: mine('tool.py'), version: 1 })
  const fixed = TextDocument.applyEdits(TextDocument.create('', '', 0, text), change?.edits ?? [])
  expect(fixed).toContain('__executor_id__')
  expect(new Set(fixed.match(/\r\n?|\n/g))).toEqual(new Set([end]))
})

test('an editor that supports only text edits gets no file operations', async () => {
  const { editor, mine } = openedProject({
    'project/.ai/tools/mine/graph.yaml': 'executor_id: mine/absent\n',
  })
  await editor.begin(undefined, { documentChanges: false })
  const uri = mine('graph.yaml')
  await editor.open(uri, 'yaml', 'executor_id: mine/absent\n')
  const marks = await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  const about = { textDocument: { uri }, range: marks[0]?.range, context: { diagnostics: marks } }
  expect(await editor.ask('textDocument/codeAction', about)).toEqual([])
  await editor.type(uri, 'executor_id: mine/runtim\n')
  await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  const actions = await editor.ask<readonly { edit: object }[]>('textDocument/codeAction', about)
  const range = { start: { line: 0, character: 13 }, end: { line: 0, character: 24 } }
  expect(actions.map(({ edit }) => edit)).toContainEqual({ changes: { [uri]: [{ range, newText: '"mine/runtime"' }] } })
  await editor.type(uri, 'executor_id: mine/runtime\n')
  const mentions = await editor.at('textDocument/rename', uri, 0, 15, { newName: 'mine/runner' })
  expect(mentions).toMatchObject({ changes: { [uri]: [{ newText: 'mine/runner' }] } })
  expect(editor.said).toEqual([
    expect.stringMatching(
      /only the references change\. Rename the file .*mine\/runtime\.yaml to .*mine\/runner\.yaml\.$/,
    ),
  ])
})

test("diagnostics have their file's version, and those of a closed file have none", async () => {
  const { editor, mine } = openedProject({})
  await editor.begin()
  await editor.open(mine('tool.yaml'), 'yaml', 'executor_id: mine/absent\n')
  await editor.until(mine('tool.yaml'), (codes) => codes.includes('executor-not-found'))
  await editor.type(mine('tool.yaml'), 'executor_id: mine/runtime\n')
  await editor.until(mine('tool.yaml'), (codes) => !codes.includes('executor-not-found'))
  expect(editor.versions.get(mine('tool.yaml'))).toBe(2)
  expect(editor.versions.get(mine('runtime.yaml'))).toBeUndefined()
})

test('unsaved changes to a file in the user space apply in each project that uses it', async () => {
  const { editor, uriOf, mine } = openedProject({ 'user/.ai/tools/theirs/runtime.yaml': runtime }, true)
  await editor.begin()
  const theirs = uriOf('user/.ai/tools/theirs/runtime.yaml')
  await editor.open(mine('tool.yaml'), 'yaml', 'executor_id: theirs/runtime\n')
  await editor.open(theirs, 'yaml', runtime)
  await editor.until(theirs, () => true)
  await editor.type(theirs, `# moved\n${runtime.replace('rye/core/primitives/execute', 'mine/absent')}`)
  const marks = await editor.until(theirs, (codes) => codes.includes('executor-not-found'))
  const lines = marks.filter(({ code }) => code === 'executor-not-found').map(({ range }) => range.start.line)
  // The finding in the inner folder, and the finding in the project's chain.
  expect(lines).toEqual([3, 3])
})

test('an editor without open files gets updates after rye-chain.yaml changes', async () => {
  const { editor, uriOf, mine } = openedProject({ 'project/.ai/tools/mine/tool.yaml': 'executor_id: mine/absent\n' })
  await editor.begin(uriOf('project'))
  const codes = async () => {
    const { items } = await editor.ask<{
      items: readonly { uri: string; items: readonly { code: string; severity: number }[] }[]
    }>('workspace/diagnostic', { previousResultIds: [] })
    return items.find(({ uri }) => uri === mine('tool.yaml'))?.items.find(({ code }) => code === 'executor-not-found')
  }
  expect(await codes()).toMatchObject({ severity: 1 })
  writeFileSync(new URL(uriOf('project/rye-chain.yaml')), 'rules: {executor-not-found: warning}\n')
  await editor.changed(uriOf('project/rye-chain.yaml'))
  await editor.untilRefreshed(1)
  expect(await codes()).toMatchObject({ severity: 2 })
})

test('several edits of one file become one change with independent positions', () => {
  const folder = exampleFolder('hello-chain', {
    'project/.ai/tools/mine/a.yaml': 'one: 1\r\ntwo: 2\r\n',
    'project/.ai/tools/mine/b.yaml': 'b: 1\n',
  })
  const project = new OpenProject(join(folder, 'project'), {})
  const [a, b] = ['/project/.ai/tools/mine/a.yaml', '/project/.ai/tools/mine/b.yaml']
  const edit = fixEdit(
    [
      { kind: 'edit', path: a, start: 0, end: 3, text: 'the first' },
      { kind: 'edit', path: b, start: 3, end: 4, text: '2' },
      { kind: 'edit', path: a, start: 12, end: 13, text: 'second' },
    ],
    new Places(project),
    { documentChanges: true, operations: [] },
  )
  const made = (edit?.documentChanges ?? []) as Change[]
  expect(made.map(({ textDocument }) => basename(textDocument.uri))).toEqual(['a.yaml', 'b.yaml'])
  const texts = made.map(({ textDocument: { uri }, edits }) =>
    TextDocument.applyEdits(TextDocument.create(uri, '', 0, readFileSync(new URL(uri), 'utf8')), edits),
  )
  expect(texts).toEqual(['the first: 1\r\ntwo: second\r\n', 'b: 2\n'])
})
