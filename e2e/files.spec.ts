import { expect, test } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

const tree = 'Files'

test('files can be created, renamed, moved, duplicated and deleted, and a deletion can be undone', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const files = page.getByRole('navigation', { name: tree })
  await playground.newFile('project', '.ai/tools/demo/second.py')
  await expect(files).toContainText('second.py')
  await playground.fileMenu('/project/.ai/tools/demo/second.py', 'Rename…')
  await page.getByLabel('New path').fill('/project/.ai/tools/demo/third.py')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(files).toContainText('third.py')
  await expect(files).not.toContainText('second.py')
  await playground.fileMenu('/project/.ai/tools/demo/third.py', 'Duplicate')
  await expect(files).toContainText('third_copy.py')
  await playground.fileMenu('/project/.ai/tools/demo/third.py', 'Move to user')
  await expect(page.getByRole('button', { name: 'Actions for /user/.ai/tools/demo/third.py' })).toBeAttached()
  await playground.deleteFile('/user/.ai/tools/demo/third.py')
  await expect(page.getByRole('button', { name: 'Actions for /user/.ai/tools/demo/third.py' })).toHaveCount(0)
  await playground.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Actions for /user/.ai/tools/demo/third.py' })).toBeAttached()
})

test('undoing a rename or a deletion reopens the file', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Typed before.')
  const text = (name: string) => page.getByRole('textbox', { name: `Text of /project/.ai/tools/demo/${name}` })
  await playground.fileMenu('/project/.ai/tools/demo/greet.py', 'Rename…')
  await page.getByLabel('New path').fill('/project/.ai/tools/demo/hello.py')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(text('hello.py')).toHaveValue(/Typed before/)
  await playground.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(text('greet.py')).toHaveValue(/Typed before/)
  await playground.notice.getByRole('button', { name: 'Redo' }).click()
  await expect(text('hello.py')).toHaveValue(/Typed before/)
  await expect(page.getByRole('group', { name: 'Open files' }).getByRole('button', { name: /^Close/ })).toHaveCount(1)
  await playground.deleteFile('/project/.ai/tools/demo/hello.py')
  await expect(page.getByText('No file is open.')).toBeVisible()
  await playground.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(text('hello.py')).toHaveValue(/Typed before/)
})

test('the item follows its renamed file, and a copy overwrites no file', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const own = '/project/.ai/tools/demo/greet.py'
  await playground.fileMenu(own, 'Duplicate')
  await playground.fileMenu(own, 'Duplicate')
  await expect(page.getByRole('button', { name: /Actions for .*greet_copy2\.py$/ })).toBeAttached()
  await playground.fileMenu(own, 'Rename…')
  await page.getByLabel('New path').fill('/project/.ai/tools/demo/hello.py')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(playground.cards.first()).toContainText('demo/hello')
  await expect(playground.status).toContainText('Ready to run')
  await playground.newFile('user', '.ai/tools/demo/hello.py')
  await playground.fileMenu('/project/.ai/tools/demo/hello.py', 'Move to user')
  await expect(playground.notice).toContainText('/user/.ai/tools/demo/hello.py already exists')
  await expect(playground.cards.first()).toContainText('demo/hello')
})

test('a name that would leave its folder is refused with the reason', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByLabel('Path in the space').fill('../../etc/passwd')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('contains the name "." or ".."')
  await expect(page.getByRole('button', { name: 'Create' })).toBeDisabled()
})

test('system files are read-only and can be copied to the project', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.cards
    .nth(1)
    .getByRole('button', { name: /script.yaml/ })
    .click()
  await expect(playground.plain()).toHaveAttribute('readonly', '')
  await page.getByRole('button', { name: 'Copy to project' }).click()
  await expect(playground.plain()).not.toHaveAttribute('readonly', '')
  await expect(playground.cards.nth(1)).toContainText('shadowed')
})

test('an open system file is open again after the dialect is switched and switched back', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const second = playground.cards.nth(1)
  await second.getByRole('button', { name: /script.yaml/ }).click()
  await expect(playground.plain()).toHaveValue(/executor_id/)
  const path = (await playground.plain().getAttribute('aria-label')) ?? ''
  await playground.chooseDialect('kiwi')
  // The files of the other dialect are listed, and none of them is open.
  await expect(playground.plain()).toHaveCount(0)
  await page.getByTitle('Undo last change').click()
  await expect(page.getByRole('textbox', { name: path })).toHaveValue(/executor_id/)
})

test('import takes valid files and lists the skipped ones with the reason', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.importFiles([
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('kept') },
    { name: 'huge.py', mimeType: 'text/plain', buffer: Buffer.alloc(5_000_000, 'a') },
  ])
  await expect(playground.notice).toContainText('Imported 1 file')
  await expect(playground.notice).toContainText('huge.py: larger than 4 MB: ')
  await expect(page.getByRole('navigation', { name: tree })).toContainText('note.txt')
})

test('the import of an exported zip restores a deleted file', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Import or export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as zip' }).click(),
  ])
  const path = await download.path()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await playground.deleteFile('/project/.ai/tools/demo/greet.py')
  await expect(playground.status).toContainText('Not found')
  const { readFileSync } = await import('node:fs')
  await playground.importFiles([{ name: 'draft.zip', mimeType: 'application/zip', buffer: readFileSync(path) }])
  await expect(playground.status).toContainText('Ready to run')
})

test(
  'a zip sets the item, the parameters and the dialect, and a broken draft.json is reported',
  nightly,
  async ({ page }) => {
    const { zipSync, strToU8 } = await import('fflate')
    const tool = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/primitives/subprocess"\n'
    const head = {
      format: 1,
      name: 'From a zip',
      dialect: 'lilux',
      search: 'scoped',
      dev_mode: true,
      bundle: { id: 'ryeos-lilux', version: '1.0.0' },
      item_id: 'mine/other',
      parameters: '{"name": "Grace"}',
    }
    const archive = (document: object): { name: string; mimeType: string; buffer: Buffer } => ({
      name: 'draft.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(
        zipSync({
          'draft.json': strToU8(JSON.stringify(document)),
          'project/.ai/tools/mine/other.py': strToU8(tool),
        }),
      ),
    })
    const playground = new PlaygroundPage(page)
    await playground.open()
    await playground.importFiles([archive({ ...head, dialect: 'no such' })], 'open')
    await expect(playground.notice).toContainText('The file draft.json was skipped')
    // The imported files are shown with the settings of the open draft.
    await expect(playground.cards.first()).toContainText('mine/other')
    await expect(playground.dialect).toHaveValue('lillux')
    await playground.importFiles([archive(head)], 'open')
    await expect(playground.notice).toContainText('and the settings of “From a zip”')
    await expect(playground.dialect).toHaveValue('lilux')
    await playground.notice.getByRole('button', { name: 'Undo' }).click()
    await expect(playground.dialect).toHaveValue('lillux')
  },
)

test('an import can open as a new draft, and lists skipped files', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const { zipSync, strToU8 } = await import('fflate')
  const left = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`.git/${name}`, strToU8('x')]))
  const tool = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/primitives/execute"\n'
  const archive = zipSync({ ...left, '.ai/tools/mine/own.py': strToU8(tool) })
  await playground.importFiles([{ name: 'my-tools.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) }])
  await expect(page).toHaveTitle(/^my-tools/)
  await expect(playground.cards.first()).toContainText('mine/own')
  await expect(page.getByRole('navigation', { name: tree })).not.toContainText('greet.py')
  await playground.notice.getByText('Show all 5').click()
  await expect(playground.notice).toContainText('.git/e: skipped')
  await page.keyboard.press('Alt+KeyD')
  await expect(page.getByTestId('library')).toContainText('my-tools')
})

test("Compare shows a changed file's lines side by side", async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Greets everyone kindly.')
  await playground.answer('Compare')
  await page.getByRole('button', { name: 'Show lines of /project/.ai/tools/demo/greet.py' }).click()
  const lines = page.getByTestId('file-diff')
  await expect(lines.locator('.gone')).toContainText(firstDescription)
  await expect(lines.locator('.new')).toContainText('Greets everyone kindly.')
  await expect(lines.locator('.gone')).toHaveCount(1)
})

test('draft text can be imported as a separate draft', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Import or export' }).click()
  const text = await playground.copied(() => page.getByRole('button', { name: 'Copy as text' }).click())
  expect(text).toContain('=== /project/.ai/tools/demo/greet.py')
  await page.getByLabel('Paste the text of a draft').fill(text)
  await page.getByRole('button', { name: 'Open as draft' }).click()
  await expect(playground.banner).toBeVisible()
  await expect(playground.cards).toHaveCount(3)
})

test(
  'only the visible rows of a thousand files are drawn, and keys and scrolling reach all rows',
  nightly,
  async ({ page }) => {
    const names = Array.from({ length: 1000 }, (_, index) => `file${String(index).padStart(3, '0')}.md`)
    const playground = new PlaygroundPage(page)
    await playground.open()
    const archive = zipSync(Object.fromEntries(names.map((name) => [`project/docs/${name}`, strToU8('x')])))
    await playground.importFiles([{ name: 'many.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) }])
    await expect(playground.notice).toContainText('Imported 1000 files')
    const files = page.getByRole('tree', { name: 'Project files' })
    const rows = files.getByRole('treeitem')
    const first = files.getByRole('treeitem', { name: 'file000.md' })
    const last = files.getByRole('treeitem', { name: 'file999.md' })
    await expect(first).toBeVisible()
    expect(await rows.count()).toBeLessThan(300)
    await expect(last).toHaveCount(0)
    await page.keyboard.press('Alt+f')
    await page.keyboard.press('End')
    const end = await rows.last().getAttribute('data-path')
    await expect(rows.last()).toBeFocused()
    await expect(rows.last()).toBeInViewport()
    await page.keyboard.press('Home')
    await expect(rows.first()).toBeFocused()
    await page.getByRole('tree', { name: 'System files' }).getByRole('treeitem').first().scrollIntoViewIfNeeded()
    await expect(files.locator(`[data-path="${end}"]`)).toBeInViewport()
    await expect(files.getByRole('treeitem', { name: 'file500.md' })).toHaveCount(0)
  },
)

test(
  'a file row is cheap to draw: no layer, no scrolling part, and a menu button only on hover',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const row = page.getByRole('treeitem').filter({ hasText: 'greet.py' }).first()
    // Each of these styles slows down the rendering of every row.
    const dear = await row.evaluate((item) =>
      [item, ...item.querySelectorAll(':not(.sr)')].flatMap((part) => {
        const { position, overflowX, overflowY, opacity } = getComputedStyle(part)
        const plain = position === 'static' && opacity === '1'
        const scrolls = [overflowX, overflowY].some((how) => how !== 'visible' && how !== 'clip')
        return plain && !scrolls ? [] : [`${part.className}: ${position}, ${overflowX}, ${overflowY}, ${opacity}`]
      }),
    )
    expect(dear).toEqual([])
    const sign = (): Promise<string> =>
      row.locator('.more').evaluate((button) => getComputedStyle(button, '::before').content)
    await page.mouse.move(0, 0)
    expect(await sign()).toBe('none')
    await row.hover()
    expect(await sign()).toBe('"⋯"')
  },
)

test('a whole path in the New file dialog selects its space', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.keyboard.press('Alt+N')
  await page.getByLabel('Path in the space').pressSequentially('/user/.ai/tools/demo/up.yaml')
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('user')
  await expect(page.getByLabel('Path in the space')).toHaveValue('.ai/tools/demo/up.yaml')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-path="/user/.ai/tools/demo/up.yaml"]')).toBeVisible()
})
