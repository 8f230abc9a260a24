import { mkdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

const tool = `__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "dropped"
`

/** Drop files or folders of this machine on the page. The browser creates the same entries as for a real drop. */
async function drop(page: Page, paths: readonly string[], before: () => void = () => undefined): Promise<void> {
  // Wait for the editor: while it loads, the browser does not wait for the page's response to a drag.
  await expect(new PlaygroundPage(page).lens).toBeVisible()
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') before()
    await session.send('Input.dispatchDragEvent', { type, x: 120, y: 600, data })
  }
  await new PlaygroundPage(page).confirmImport('open')
}

test('a dropped folder is imported completely, except for node_modules', async ({ page }, info) => {
  const folder = info.outputPath('work')
  for (const [path, text] of Object.entries({
    '.ai/tools/dropped/hi.py': tool,
    '.ai/tools/dropped/deep/er/hello.py': tool,
    'notes.md': '# Notes\n',
    'node_modules/left/pad.js': 'never',
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const playground = new PlaygroundPage(page)
  await playground.open()
  await drop(page, [folder])
  const tree = page.getByRole('navigation', { name: 'Files' })
  await expect(tree).toContainText('notes.md')
  await playground.showFile('/project/.ai/tools/dropped/deep/er/hello.py')
  for (const id of ['dropped/hi', 'dropped/deep/er/hello']) {
    await expect(await playground.findItem(id)).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(tree).not.toContainText('node_modules')
})

test('a dropped zip is imported, and skipped files are listed', nightly, async ({ page }, info) => {
  const archive = info.outputPath('dropped.zip')
  mkdirSync(dirname(archive), { recursive: true })
  writeFileSync(
    archive,
    zipSync({
      'project/.ai/tools/dropped/hi.py': strToU8(tool),
      // The name as macOS writes it.
      'project/.ai/tools/dropped/cafe\u0301.py': strToU8(tool),
      'project/../outside.py': strToU8(tool),
    }),
  )
  const playground = new PlaygroundPage(page)
  await playground.open()
  await drop(page, [archive])
  await expect(playground.notice).toContainText('Imported 2 files')
  await expect(playground.notice).toContainText('outside.py')
  for (const id of ['dropped/hi', 'dropped/caf\u00e9']) {
    await expect(await playground.findItem(id)).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('a dropped file that no longer exists is reported, and the rest is imported', nightly, async ({ page }, info) => {
  const folder = info.outputPath('going')
  mkdirSync(folder, { recursive: true })
  const [gone, stays] = [join(folder, 'gone.md'), join(folder, 'stays.md')]
  for (const path of [gone, stays]) writeFileSync(path, 'Notes.')
  const playground = new PlaygroundPage(page)
  await playground.open()
  await drop(page, [gone, stays], () => unlinkSync(gone))
  await expect(playground.notice).toContainText('gone.md: not readable')
  await expect(page.getByRole('navigation', { name: 'Files' })).toContainText('stays.md')
})
