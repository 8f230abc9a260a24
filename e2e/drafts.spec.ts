import { expect, test } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

test('a draft survives an immediate reload', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Typed just now.')
  await page.reload()
  await expect(playground.cards.nth(0)).toContainText('Typed just now.')
})

test('two tabs do not overwrite each other', async ({ page, context }) => {
  const first = new PlaygroundPage(page)
  await first.openPlain()
  await first.replace(firstDescription, 'First tab.')
  await expect(first.cards.nth(0)).toContainText('First tab.')
  const second = new PlaygroundPage(await context.newPage())
  await second.openPlain()
  await expect(second.cards.nth(0)).toContainText(firstDescription)
  await second.replace(firstDescription, 'Second tab.')
  await second.kept('First tab.')
  await second.kept('Second tab.')
  await page.reload()
  await second.page.reload()
  await expect(first.cards.nth(0)).toContainText('First tab.')
  await expect(second.cards.nth(0)).toContainText('Second tab.')
})

test('a draft that is too large for local storage survives an immediate reload', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  const tool = `__version__ = "1.0.0"\n__tool_description__ = "Large."\n`
  const files = { '/project/.ai/tools/demo/large.py': tool, '/project/notes.txt': 'x'.repeat(700_000) }
  await playground.openDraft(files, 'demo/large')
  await expect(playground.cards.nth(0)).toContainText('Large.')
  await playground.replace('"Large."', '"Larger."')
  await playground.kept('Larger.')
  await playground.replace('"Larger."', '"Largest."')
  await page.reload()
  await expect(playground.cards.nth(0)).toContainText('Largest.')
})

test('the library lists drafts of another tab and does not change those that are open there', async ({
  page,
  context,
}) => {
  const first = new PlaygroundPage(page)
  await first.open()
  await page.keyboard.press('Alt+KeyD')
  const library = page.getByTestId('library')
  await expect(library).toContainText('No drafts yet')
  const second = new PlaygroundPage(await context.newPage())
  await second.openPlain()
  await second.replace(firstDescription, 'Second tab.')
  const row = library.getByRole('listitem').filter({ hasText: 'Hello, chain' })
  await row.getByRole('button', { name: 'Move to trash' }).click()
  const refusal = first.notice.filter({ hasText: 'This draft is open in another tab.' })
  await expect(refusal).toBeVisible()
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await row.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('Renamed here')
  await page.getByLabel('New name').press('Enter')
  // Wait for the refusal: afterwards, the other tab can release the draft.
  await expect(refusal).toBeVisible()
  await expect(row).toBeVisible()
  const locks = (): Promise<readonly (string | undefined)[]> =>
    page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name))
  const before = await locks()
  await second.example('Shadowing')
  // The browser releases the lock of the second tab shortly after that tab shows the other draft.
  await expect
    .poll(async () => {
      const now = await locks()
      return before.filter((name) => !now.includes(name)).length
    })
    .toBe(1)
  await row.getByRole('button', { name: 'Move to trash' }).click()
  await expect(row).toHaveCount(0)
  await expect(refusal).toHaveCount(0)
})

test('a draft in the library can be renamed, duplicated, moved to the trash and restored', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Kept.')
  await playground.example('Shadowing')
  await page.keyboard.press('Alt+KeyD')
  const library = page.getByTestId('library')
  const row = library.getByRole('listitem').filter({ hasText: 'Hello, chain' })
  await row.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('My greeting')
  await page.getByLabel('New name').press('Enter')
  await expect(library).toContainText('My greeting')
  const greeting = library.getByRole('listitem').filter({ hasText: 'My greeting' })
  await expect(greeting).toContainText('1 item, 1 file')
  await expect(greeting.getByRole('img', { name: /^chain of 3: tool in project, .*; ready$/ })).toBeVisible()
  await greeting.getByRole('button', { name: 'Duplicate' }).click()
  await expect(library.getByRole('button', { name: 'My greeting (copy)' })).toBeVisible()
  await playground.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(library.getByRole('button', { name: 'My greeting (copy)' })).toHaveCount(0)
  await library
    .getByRole('listitem')
    .filter({ hasText: 'My greeting' })
    .getByRole('button', { name: 'Move to trash' })
    .click()
  await expect(library).not.toContainText('My greeting')
  await page.getByRole('button', { name: /^Trash/ }).click()
  await library.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Back to the library' }).click()
  await library.getByRole('button', { name: 'My greeting' }).click()
  await expect(playground.cards.nth(0)).toContainText('Kept.')
})

test('the history of a draft survives a reload, so that earlier changes can be undone', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const card = playground.cards.nth(0)
  const undo = page.getByTitle('Undo last change')
  const mode = playground.devMode
  await playground.replace(firstDescription, 'One.')
  await playground.switchDevMode()
  await expect(mode).toHaveText('dev mode off')
  await playground.replace('One.', 'Two.')
  await expect(card).toContainText('Two.')
  await playground.keptStates(4)
  await page.reload()
  await expect(card).toContainText('Two.')
  await undo.click()
  await expect(card).toContainText('One.')
  await undo.click()
  await expect(mode).toHaveText('dev mode on')
  await undo.click()
  await expect(card).toContainText(firstDescription)
  await expect(undo).toBeDisabled()
  // Each draft has its own history.
  await playground.example('Shadowing')
  await expect(undo).toBeDisabled()
  await page.keyboard.press('Alt+KeyD')
  await page.getByTestId('library').getByRole('button', { name: 'Hello, chain' }).click()
  await expect(page.getByTitle('Examples and drafts')).toContainText('Hello, chain')
  await playground.goToState(3, 3)
  await expect(card).toContainText('Two.')
  await page.getByRole('button', { name: 'Delete history' }).click()
  await page.getByRole('button', { name: 'Delete all history?' }).click()
  await playground.keptStates()
  await page.reload()
  await expect(card).toContainText('Two.')
  await expect(undo).toBeDisabled()
})

test('a draft is stored even if its history does not fit', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'histories') throw new DOMException('no room', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  await playground.openPlain()
  await playground.replace(firstDescription, 'Kept.')
  await playground.kept('Kept.')
  await page.reload()
  await expect(playground.cards.nth(0)).toContainText('Kept.')
  await expect(page.getByTitle('Undo last change')).toBeDisabled()
  await expect(playground.notice).toHaveCount(0)
})

test('undo does not move text into another draft that has a file with the same path', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.editorText.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('# Typed.')
  await playground.kept('# Typed.')
  await page.keyboard.press('Alt+KeyD')
  const library = page.getByTestId('library')
  await library
    .getByRole('listitem')
    .filter({ hasText: 'Hello, chain' })
    .getByRole('button', { name: 'Duplicate' })
    .click()
  await library.getByRole('button', { name: 'Hello, chain (copy)' }).click()
  await expect(page.getByTitle('Examples and drafts')).toContainText('Hello, chain (copy)')
  await playground.editorText.click()
  await page.keyboard.press('Control+End')
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+KeyZ')
  // The browser processes these keys after the undo keys.
  await page.keyboard.type('# Here.')
  await playground.kept('# Here.')
  await expect(playground.editorText).toContainText('# Typed.')
})

test('the slider moves through the history', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Later.')
  await expect(playground.cards.nth(0)).toContainText('Later.')
  await playground.goToState(0, 1)
  await page.keyboard.press('Escape')
  await expect(playground.cards.nth(0)).toContainText(firstDescription)
})

test('the page opens with unreadable data in storage and does not change that data', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('rye.tab')) return
    sessionStorage.setItem('rye.tab', 'broken')
    localStorage.setItem('rye.draft.broken', '{"format":99')
    localStorage.setItem('rye.drafts', 'not json')
  })
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  expect(await page.evaluate(() => localStorage.getItem('rye.draft.broken'))).toBe('{"format":99')
})

test('trust applies to one tab, and a draft that is open in another tab opens as a copy', async ({ page, context }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const link = await playground.shareLink()
  await page.evaluate((address) => (location.hash = new URL(address).hash), link)
  const trust = page.getByRole('button', { name: 'Trust for this session' })
  await trust.click()
  await page.keyboard.press('Alt+KeyD')
  await expect(page.getByTestId('library')).toContainText('from a link')
  await page.reload()
  await expect(playground.banner).toBeVisible()
  await expect(trust).toHaveCount(0)

  const other = new PlaygroundPage(await context.newPage())
  await other.open()
  await other.page.keyboard.press('Alt+KeyD')
  await other.page.getByTestId('library').getByRole('button', { name: 'Hello, chain' }).click()
  await expect(other.notice).toContainText('open in another tab')
  await expect(other.page).toHaveTitle(/Hello, chain \(copy\)/)
  await expect(other.page.getByRole('button', { name: 'Trust for this session' })).toBeVisible()
})

test('the open draft moves to the trash, and a second press deletes it permanently', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Thrown away.')
  await expect(playground.cards.nth(0)).toContainText('Thrown away.')
  await page.keyboard.press('Alt+KeyD')
  await page.getByRole('button', { name: 'Save the open draft' }).click()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByTestId('library')).toContainText('No drafts yet')
  await expect(playground.notice.getByRole('button', { name: 'Restore' })).toBeVisible()
  await page.getByRole('button', { name: 'Trash (1)' }).click()
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByTestId('library')).toContainText('Hello, chain')
  await page.getByRole('button', { name: 'Delete 1 forever?' }).click()
  await expect(page.getByTestId('library')).toContainText('The trash is empty.')
})

test('a lock that arrives late is released with its draft', async ({ page }) => {
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...of: unknown[]) => Promise<unknown>
    let asked = 0
    const late = async (...of: unknown[]): Promise<unknown> => {
      if (asked++ === 0) await new Promise((answered) => setTimeout(answered, 1_500))
      return request(...of)
    }
    Object.defineProperty(navigator.locks, 'request', { value: late })
  })
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Thrown away.')
  await page.keyboard.press('Alt+KeyD')
  await page.getByRole('button', { name: 'Save the open draft' }).click()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByTestId('library')).toContainText('No drafts yet')
  await page.getByRole('button', { name: 'Trash (1)' }).click()
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await expect(page.getByTestId('library')).toContainText('The trash is empty.')
})

test('a draft that does not fit into local storage is stored and listed', nightly, async ({ page }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, text) {
      if (name.startsWith('rye.draft')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, name, text)
    }
  })
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Large.')
  await expect(playground.cards.nth(0)).toContainText('Large.')
  await page.keyboard.press('Alt+KeyD')
  await page.getByRole('button', { name: 'Save the open draft' }).click()
  await expect(page.getByTestId('library')).toContainText('open here')
  await page.reload()
  await expect(playground.cards.nth(0)).toContainText('Large.')
})

test('full storage is reported next to other notices, and the notice can be closed', nightly, async ({ page }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, text) {
      if (name.startsWith('rye.draft')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, name, text)
    }
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.fileMenu('/project/.ai/tools/demo/greet.py', 'Duplicate')
  const full = playground.notice.filter({ hasText: 'browser storage is full' })
  await expect(full).toBeVisible()
  await expect(playground.notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await full.getByRole('button', { name: 'Dismiss' }).click()
  await expect(full).toHaveCount(0)
})

test('a new draft is empty; its first tool opens with the cursor in its body', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.keyboard.press('Alt+KeyD')
  await page.getByRole('button', { name: 'New empty draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'New tool' })
  await dialog.getByLabel('Id').fill('mine/first')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveTitle(/^first/)
  await expect(page.getByRole('navigation', { name: 'Files' })).not.toContainText('greet.py')
  await expect(playground.cards.first()).toContainText('mine/first')
  await expect(playground.status).toContainText('Ready to run')
  await expect(playground.plain()).toBeFocused()
  await page.keyboard.type('{"done": True}')
  await expect(playground.plain()).toHaveValue(/return \{"done": True\}\n/)
})

test(
  'a new tool refuses an ID that resolves to another file, and names the file that it shadows',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await page.keyboard.press('Alt+KeyT')
    const dialog = page.getByRole('dialog', { name: 'New tool' })
    const create = dialog.getByRole('button', { name: 'Create' })
    await dialog.getByLabel('Draft').selectOption('open')
    await dialog.getByLabel('Language').selectOption('JavaScript')
    await dialog.getByLabel('Id').fill('demo/greet')
    await expect(dialog.getByRole('alert')).toContainText('.ai/tools/demo/greet.py already has this ID')
    await expect(create).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Space' }).selectOption('user')
    await expect(dialog.getByRole('alert')).toContainText('already has this ID')
    await dialog.getByLabel('Id').fill('rye/core/runtimes/bash/bash')
    await expect(dialog).toContainText('Overrides .ai/tools/rye/core/runtimes/bash/bash.yaml')
    await expect(create).toBeEnabled()
  },
)
