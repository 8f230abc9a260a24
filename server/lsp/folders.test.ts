import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { freshFolder } from '../testing/directories.ts'
import { Folders } from './folders.ts'
import { testedEditors } from './testing/editor.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const openEditor = testedEditors()
const broken = 'version: "1"\nexecutor_id: mine/absent\n'

/** A project with a finding, and the file of the finding. */
function project() {
  const disk = freshFolder()
  mkdirSync(join(disk, '.ai/tools/mine'), { recursive: true })
  writeFileSync(join(disk, '.ai/tools/mine/tool.yaml'), broken)
  const [folder, file] = [disk, join(disk, '.ai/tools/mine/tool.yaml')].map((path) => pathToFileURL(path).href)
  return { disk, folder: folder ?? '', file: file ?? '' }
}

interface Reports {
  readonly items: readonly { readonly uri: string; readonly items: readonly { readonly code: string }[] }[]
}

test('folders can be added and removed at runtime, and open files always have findings', async () => {
  const [first, second] = [project(), project()]
  const editor = openEditor(first.disk)
  const capabilities = await editor.begin(first.folder)
  expect(capabilities).toMatchObject({
    capabilities: { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } },
  })
  const found = async (): Promise<readonly string[]> => {
    const { items: files } = await editor.ask<Reports>('workspace/diagnostic', { previousResultIds: [] })
    return files.flatMap(({ uri, items }) => (items.some(({ code }) => code === 'executor-not-found') ? [uri] : []))
  }
  expect(await found()).toEqual([first.file])
  await editor.changedFolders([second.folder], [])
  await editor.untilRefreshed(1)
  expect(await found()).toEqual([first.file, second.file])
  await editor.changedFolders([], [first.folder])
  expect(await found()).toEqual([second.file])
  await editor.open(second.file, 'yaml', broken)
  await editor.changedFolders([first.folder], [second.folder])
  expect(new Set(await found())).toEqual(new Set([first.file, second.file]))
  await editor.close(second.file)
  expect(await found()).toEqual([first.file])
})

test('a folder contains itself and its content, but not a folder with the same name prefix', () => {
  const folders = new Folders({ rootUri: 'file:///work/one' })
  const held = ['/work/one', '/work/one/inner', '/work/one/..inner', '/work', '/work/one-more']
  expect(held.map((folder) => folders.contains(folder))).toEqual([true, true, true, false, false])
  folders.change({
    added: [{ uri: 'file:///work/one-more', name: '' }],
    removed: [{ uri: 'file:///work/one', name: '' }],
  })
  expect(folders.onDisk()).toEqual(['/work/one-more'])
})
