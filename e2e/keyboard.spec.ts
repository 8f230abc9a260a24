import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

const dialogs = ['Share', 'New file', 'Import or export', 'Examples and drafts'] as const
for (const name of someOf(dialogs, 1)) {
  test(`focus returns to “${name}” when its dialog closes`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const opener =
      name === 'Examples and drafts' ? page.getByTitle(name) : page.getByRole('button', { name, exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
}

test('the dialog for a new file focuses its path field', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'New file' }).click()
  await expect(page.getByLabel('Path in the space')).toBeFocused()
})

const named = [
  'Dialect: kiwi',
  'Search: global',
  'Turn dev mode on or off',
  'Exclude the user space',
  'Create key pair',
  'Sign all files',
  'Create lockfile',
  'Download as zip',
  'Copy as text',
  'Copy command',
  'Open or update a local folder',
  'Copy link',
  'Copy a link to this step',
  'Rename, duplicate, move, copy or delete',
  'Next step of the trace',
  'Filter the trace: failures',
  'World: No Python on the machine',
  'World: A stale lockfile',
  'Compare spaces',
  'Move drafts to trash',
  'Undo last change',
] as const

test('the palette finds actions by their names', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /Search actions/ })
  for (const name of named) {
    await field.fill(name)
    await expect(page.getByRole('option', { name }), name).toBeVisible()
  }
})

test(
  'the palette excludes a space, steps the trace, adds and deletes a lockfile, and opens the menu of a file',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const act = async (name: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /Search actions/ }).fill(name)
      await page.keyboard.press('Enter')
    }
    await act('exclude the system bundle')
    await expect(page.getByTestId('what-if')).toBeVisible()
    await act('restore the system bundle')
    await expect(page.getByTestId('what-if')).toHaveCount(0)
    await act('next step of the trace')
    await expect(page.getByRole('slider', { name: 'Step of the trace' })).toHaveAttribute('aria-valuenow', '2')
    await act('world stale lockfile')
    await expect(playground.status).toContainText('Refused')
    await act('delete lockfile')
    await expect(playground.status).toContainText('Ready')
    await act('rename duplicate move')
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  },
)

test("the palette moves the focus to its action's target", async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search actions/ }).fill('go to the editor')
  await page.keyboard.press('Enter')
  await expect(playground.plain()).toBeFocused()
})

test('each file list is one Tab stop, and its rows and the menu of a file work by keyboard', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const files = page.getByRole('tree', { name: 'Project files' })
  const greet = files.getByRole('treeitem', { name: /greet/ })
  await page.keyboard.press('Alt+f')
  await expect(greet).toBeFocused()
  await page.keyboard.press('Home')
  await expect(files.getByRole('treeitem').first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(files.getByRole('treeitem')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect(greet).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(greet).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tree', { name: 'System files' }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
  await expect(files.getByRole('treeitem', { name: /greet_copy/ })).toBeVisible()
  await expect(files.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(files.getByRole('treeitem', { name: /greet_copy/ })).toHaveCount(0)
  await page.keyboard.press('Alt+c')
  await expect(page.getByRole('region', { name: 'Chain' }).locator(':focus')).toHaveCount(1)
})

test('a collapsed file column opens with a button and with the key that leads to it', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const files = page.getByRole('navigation', { name: 'Files' })
  const back = page.getByTitle('Show files')
  const fold = async (): Promise<void> => {
    await page.getByRole('separator', { name: 'Resize files' }).press('Home')
    await expect(back).toBeVisible()
  }
  await expect(back).toHaveCount(0)
  await fold()
  await back.click()
  await expect(back).toHaveCount(0)
  await expect(files.getByRole('treeitem', { name: /greet/ })).toBeVisible()
  await fold()
  // The page stores sizes shortly after a change.
  const kept = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.includes('rye.columns'))))
  await expect.poll(kept).toMatch(/\[0,/)
  await page.reload()
  await expect(back).toBeVisible()
  await page.keyboard.press('Alt+f')
  await expect(back).toHaveCount(0)
  await expect(files.locator(':focus')).toHaveCount(1)
})

test(
  'on a phone, undo and an action of the palette work, and the page is not wider than the screen',
  nightly,
  async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const playground = new PlaygroundPage(page)
    await playground.open()
    await page.getByRole('button', { name: 'Misspell the name' }).tap()
    await expect(playground.status).toContainText('Refused')
    await page.getByRole('button', { name: 'Chain', exact: true }).tap()
    await page.getByRole('banner').getByRole('button', { name: 'Undo' }).tap()
    await expect(playground.status).toContainText('Ready')
    await expect(page.getByRole('button', { name: 'Run on server', exact: true })).toBeVisible()
    await playground.openActions()
    await page.getByRole('option', { name: /Show or hide the lesson/ }).tap()
    await expect(page.getByRole('complementary', { name: 'Lesson' })).toBeVisible()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider).toBeLessThanOrEqual(0)
  },
)

test('Why keeps the focus in the answers when it is opened or closed by keyboard', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.argv.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(playground.why).toBeVisible()
  const value = playground.argv.locator('[aria-expanded="true"]')
  await expect(value).toBeFocused()
  // The next value in the chain of values opens in place, and gets the focus.
  await playground.why.getByRole('button', { name: 'why RYE_PYTHON?' }).focus()
  await page.keyboard.press('Enter')
  await expect(playground.why).toContainText('interpreter search')
  await expect(playground.why).toBeFocused()
  await playground.why.getByRole('button', { name: 'close' }).focus()
  await page.keyboard.press('Enter')
  await expect(playground.why).toHaveCount(0)
  await expect(page.getByTestId('env').getByRole('button').first()).toBeFocused()
})

test('a button that disappears or is disabled by its own press leaves the focus near it', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  const focused = page.locator(':focus')

  await press('Dismiss the guide')
  await expect(page.getByRole('complementary', { name: 'First-minute guide' })).toHaveCount(0)
  await expect(focused).toHaveCount(1)

  // The tab of the remaining open file.
  const tabs = page.getByRole('group', { name: 'Open files' })
  await playground.newFile('project', '.ai/tools/demo/second.py')
  await press('Close second.py')
  await expect(tabs.getByRole('button')).toHaveCount(2)
  await expect(tabs.getByRole('button', { name: 'Close' })).toBeFocused()

  await press('Simulate')
  await expect(page.getByTestId('stdout')).toContainText('Hello', { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Simulate', exact: true })).toBeFocused()

  await press('Undo')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
})

test('undo by key is announced, and leaves the focus near the removed part', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.fileMenu('/project/.ai/tools/demo/greet.py', 'Rename…')
  await page.locator(':focus').fill('/project/.ai/tools/demo/hello.py')
  await page.keyboard.press('Enter')
  const row = (name: string) => page.getByRole('treeitem', { name })
  await expect(row('hello.py')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(row('greet.py')).toBeVisible()
  await expect(page.getByRole('tree').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(row('hello.py')).toBeVisible()
  await expect(playground.notice).toContainText('Redone: Rename .ai/tools/demo/greet.py')
  await expect(page.getByRole('tree').locator(':focus')).toHaveCount(1)

  // Undo does not apply to a select element.
  const { dialect } = playground
  await playground.openRules()
  await dialect.focus()
  await dialect.selectOption('lilux')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(dialect).toHaveValue('lillux')
})
