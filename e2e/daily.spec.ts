import { expect, test } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

test('Tab moves past the editor without editing, and stays in the editor after typing', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  const before = await page.getByTitle('Undo last change').isDisabled()
  expect(before).toBe(true)
  await page.getByRole('button', { name: 'Close greet.py' }).focus()
  const inEditor = () => page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)
  await page.keyboard.press('Tab')
  await expect.poll(inEditor).toBe(true)
  await page.keyboard.press('Tab')
  await expect.poll(inEditor).toBe(false)
  await expect(page.getByTitle('Undo last change')).toBeDisabled()
  // After typing, Tab indents.
  await page.keyboard.press('Shift+Tab')
  await expect.poll(inEditor).toBe(true)
  await page.keyboard.type('#')
  await page.keyboard.press('Tab')
  await expect.poll(inEditor).toBe(true)
})

test('Back and Forward move between drafts', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'My own.')
  await expect(playground.cards.first()).toContainText('My own.')
  await page.evaluate(() => (location.hash = '#example=shadowing'))
  await expect(page).toHaveTitle(/^Shadowing/)
  await page.goBack()
  await expect(page).toHaveTitle(/^Hello, chain/)
  await expect(playground.cards.first()).toContainText('My own.')
  await page.goForward()
  await expect(page).toHaveTitle(/^Shadowing/)
})

test('an empty draft does not offer the misspelling', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(page.getByRole('button', { name: 'Misspell the name' })).toBeVisible()
  await page.keyboard.press('Alt+KeyD')
  await page.getByRole('button', { name: 'New empty draft' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle(/^Empty draft/)
  await expect(page.getByRole('button', { name: 'Misspell the name' })).toHaveCount(0)
})

test(
  'typing replaces the proposed path of a new file, then its text is editable and its tab is visible',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await page.getByRole('button', { name: 'New file' }).click()
    const field = page.getByLabel('Path in the space')
    await expect(field).toBeFocused()
    await page.keyboard.type('notes.txt')
    await expect(field).toHaveValue('notes.txt')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Text of .*notes.txt/ })).toBeFocused()
    for (const name of ['b', 'c', 'd', 'e']) await playground.newFile('project', `a-file-that-is-called-${name}.txt`)
    const tabs = page.getByRole('group', { name: 'Open files' })
    await expect(tabs.getByTitle('/project/a-file-that-is-called-e.txt')).toBeInViewport({ ratio: 1 })
  },
)

test('an import opens a file, and its notice covers neither the text, the tree nor the answers', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.importFiles([
    { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0]) },
    { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('A text.\n') },
    { name: 'node_modules', mimeType: 'text/plain', buffer: Buffer.from('left out') },
  ])
  await expect(playground.notice).toContainText('Skipped 1')
  await expect(page.getByRole('region', { name: 'Editor' })).toContainText('b.txt')
  const tree = await page.getByRole('navigation', { name: 'Files' }).boundingBox()
  const notice = await playground.notice.boundingBox()
  const editor = await page.getByRole('region', { name: 'Editor' }).boundingBox()
  expect(notice?.y ?? 0).toBeGreaterThanOrEqual((editor?.y ?? 0) + (editor?.height ?? 0))
  expect(notice?.x ?? 0).toBeGreaterThanOrEqual((tree?.x ?? 0) + (tree?.width ?? 0))
  const answers = await page.getByRole('region', { name: 'Answers' }).boundingBox()
  expect((notice?.x ?? 0) + (notice?.width ?? 0)).toBeLessThanOrEqual(answers?.x ?? 0)
})

test(
  'the plain editor numbers its lines and refuses a paste that exceeds the maximum file size',
  nightly,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    const text = await playground.plain().inputValue()
    const numbers = page.locator('.plain ol li')
    await expect(numbers.first()).toHaveText('1')
    await expect(numbers).toHaveCount(Math.min(text.split('\n').length, await numbers.count()))
    await playground.plain().fill(Array.from({ length: 500 }, (_, at) => `# ${at + 1}`).join('\n'))
    await playground.plain().evaluate((field) => (field.scrollTop = 200 * 20))
    await expect(numbers.first()).toHaveText('201')
    await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(4_000_001)))
    await playground.plain().click()
    await page.keyboard.press('ControlOrMeta+KeyV')
    await expect(playground.notice).toContainText('at most 4 MB')
    expect(await playground.plain().inputValue()).not.toContain('x')
  },
)

test(
  'a paste that exceeds the maximum file size is refused while the page still loads',
  nightly,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.route(/\/assets\/later-/, () => new Promise(() => undefined))
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(4_000_001)))
    await playground.plain().click()
    await page.keyboard.press('ControlOrMeta+KeyV')
    await expect(playground.notice).toContainText('at most 4 MB')
  },
)
