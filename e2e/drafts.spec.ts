import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

test('a draft survives a reload that follows at once', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('Greets somebody by name.', 'Typed just now.')
  await page.reload()
  await expect(playground.cards.nth(0)).toContainText('Typed just now.')
})

test('two tabs do not overwrite each other', async ({ page, context }) => {
  const first = new PlaygroundPage(page)
  await first.openPlain()
  await first.replace('Greets somebody by name.', 'First tab.')
  await expect(first.cards.nth(0)).toContainText('First tab.')
  const second = new PlaygroundPage(await context.newPage())
  await second.openPlain()
  await expect(second.cards.nth(0)).toContainText('Greets somebody by name.')
  await second.replace('Greets somebody by name.', 'Second tab.')
  await second.page.waitForTimeout(400)
  await page.reload()
  await second.page.reload()
  await expect(first.cards.nth(0)).toContainText('First tab.')
  await expect(second.cards.nth(0)).toContainText('Second tab.')
})

test('the library keeps drafts by name, with a trash', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('Greets somebody by name.', 'Kept.')
  await playground.example('Shadowing')
  await page.keyboard.press('Alt+KeyD')
  const library = page.getByTestId('library')
  const row = library.getByRole('listitem').filter({ hasText: 'Hello, chain' })
  await row.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('My greeting')
  await page.getByLabel('New name').press('Enter')
  await expect(library).toContainText('My greeting')
  await library
    .getByRole('listitem')
    .filter({ hasText: 'My greeting' })
    .getByRole('button', { name: 'To trash' })
    .click()
  await expect(library).not.toContainText('My greeting')
  await page.getByRole('button', { name: /^Trash/ }).click()
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByRole('button', { name: 'Back to the library' }).click()
  await library.getByRole('button', { name: 'My greeting' }).click()
  await expect(playground.cards.nth(0)).toContainText('Kept.')
})

test('history can be scrubbed', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('Greets somebody by name.', 'Later.')
  await expect(playground.cards.nth(0)).toContainText('Later.')
  await page.keyboard.press('Alt+KeyD')
  await page.getByLabel('Step of the history').fill('0')
  await page.keyboard.press('Escape')
  await expect(playground.cards.nth(0)).toContainText('Greets somebody by name.')
})

test('what storage holds and cannot be read is left alone, and the page opens', async ({ page }) => {
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
