import { expect, test } from 'vitest'
import { analyze } from '../answer/analyze.ts'
import { WorkspaceChecker } from '../answer/check.ts'
import type { FileTree } from '../input/file-tree.ts'
import { pureHost } from '../pure-host.ts'
import { listItems } from '../resolve/items.ts'
import { open, testSettings, workspace } from '../testing/workspace.ts'
import { Workspace } from './workspace.ts'
import { tool } from '../testing/worst/attack.ts'

// R2.6: an unreadable directory inside a tree is "permission denied" with its path, never silently empty.

const files = workspace`
  === project/tools/demo/t.yaml
  executor_id: run/r
  === project/tools/closed/hidden.yaml
  executor_id: run/r
  === user/tools/run/r.yaml
  executor_id: rye/core/primitives/execute
  config: {command: ls, args: ["{tool_path}"]}
  anchor: {enabled: true, mode: always, root: tool_dir, lib: lib}
  verify_deps: {enabled: true, extensions: [.py]}
  === project/tools/demo/lib/deep.py
  === project/config/w.yaml
  a: 1
`

/** The files, with folders that exist but cannot be listed, like folders without read permission. */
function closing(...folders: string[]): { readonly workspace: Workspace; readonly folders: string[] } {
  const { tree } = open(files)
  const isBelow = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`))
  const closed: FileTree = {
    read: (path) => (isBelow(path) ? undefined : tree.read(path)),
    list: (path) => (folders.includes(path) || isBelow(path) ? undefined : tree.list(path)),
    look: (path) => {
      const look = isBelow(path) ? undefined : tree.look(path)
      return look && { ...look, stamp: null }
    },
    real: (path) => tree.real(path),
  }
  return { workspace: new Workspace(testSettings, closed, pureHost), folders }
}

const deniedIn = ({ diagnostics }: ReturnType<typeof analyze>): readonly string[] =>
  diagnostics
    .filter(({ message }) => message.endsWith('cannot be read: permission denied.'))
    .map(({ at }) => at?.path ?? '')

test.for([
  { closed: '/project/.ai/tools/closed', item: 'closed/hidden', reported: true },
  { closed: '/project/.ai/tools/closed', item: 'demo/t', reported: false },
  { closed: '/project/.ai/tools/run', item: 'demo/t', reported: false },
  { closed: '/user/.ai/tools/run', item: 'demo/t', reported: true },
  { closed: '/project/.ai/tools', item: 'demo/t', reported: true },
  { closed: '/project/.ai/tools/demo/lib', item: 'demo/t', reported: true },
])('R2.6: with $closed closed, the analysis of $item reports: $reported', ({ closed, item, reported }) => {
  const { workspace: here } = closing(closed)
  const run = analyze(here, { item_id: item, parameters: '{}' })
  expect(deniedIn(run)).toEqual(reported ? [closed] : [])
  expect(run.diagnostics.map(({ code }) => code)).not.toContain('metadata-missing')
})

test('R2.6: a list and a check record the unreadable folders that hide items', () => {
  const { workspace: here } = closing('/project/.ai/tools/closed')
  expect(listItems(here).map(({ item_id }) => item_id)).not.toContain('closed/hidden')
  new WorkspaceChecker(here).checkAll()
  expect([...here.closedFolders]).toEqual(['/project/.ai/tools/closed'])
})

test('R12.1: a folder that becomes readable leaves the list of closed folders', () => {
  const { workspace: here, folders } = closing('/project/.ai/tools/closed')
  listItems(here)
  folders.length = 0
  here.refresh()
  expect(listItems(here).map(({ item_id }) => item_id)).toContain('closed/hidden')
  expect([...here.closedFolders]).toEqual([])
})

test('R2.6: a file that cannot be read is reported as permission denied, not as unsigned', () => {
  const { tree } = open({ files: tool('config: {command: ls}') })
  const closed = Object.assign(Object.create(tree) as typeof tree, {
    read: () => undefined,
    look: (at: string) => tree.look(at),
    list: (at: string) => tree.list(at),
    real: (at: string) => tree.real(at),
  })
  const run = analyze(new Workspace({ ...testSettings, dev_mode: false }, closed, pureHost), {
    item_id: 't',
    parameters: '{}',
  })
  const said = run.diagnostics.find(({ code }) => code === 'file-unreadable')
  expect(said).toMatchObject({
    severity: 'error',
    facts: { path: '/project/.ai/tools/t.yaml', because: 'permission-denied' },
  })
  expect(said?.message).toContain('permission denied')
  expect(run.diagnostics.map(({ code }) => code)).not.toContain('signature-missing')
})
