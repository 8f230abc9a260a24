import { expect, test, type Page } from '@playwright/test'
import { everyNth } from '../core/testing/nightly.ts'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { damagedRecords, keptRecord, standingFaults } from './storage-faults.ts'

const edited = 'Typed under a fault.'
const card = (page: Page) => new PlaygroundPage(page).cards.nth(0)

for (const { name, install, keeps, says } of everyNth(standingFaults, 6)) {
  test(`the page opens and works if ${name}`, async ({ page }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.addInitScript(install)
    const playground = new PlaygroundPage(page)
    await playground.open()
    if (says && !says.source.includes('browser storage'))
      await expect(playground.notice.filter({ hasText: says }).first()).toBeVisible()
    await playground.switchEditor()
    await playground.replace(firstDescription, edited)
    await expect(card(page)).toContainText(edited)
    // The notice refers to all storage or to this draft.
    if (says) await expect(playground.notice.filter({ hasText: says }).first()).toBeVisible()
    if (keeps === 'in the database') await playground.kept(edited)
    await page.reload()
    await expect(card(page)).toContainText(keeps ? edited : firstDescription)
    expect(problems).toEqual([])
  })
}

for (const { name, text } of everyNth(damagedRecords, 8)) {
  test(`the page opens with a stored draft that contains ${name}, and does not change it`, async ({ page }) => {
    await page.addInitScript((damaged) => {
      if (sessionStorage.getItem('rye.tab')) return
      sessionStorage.setItem('rye.tab', 'own')
      localStorage.setItem('rye.draft.own', damaged)
    }, text)
    const playground = new PlaygroundPage(page)
    await playground.open()
    await expect(card(page)).toContainText(firstDescription)
    await expect(playground.notice).toContainText('damaged')
    await page.keyboard.press('Alt+KeyD')
    await expect(page.getByRole('dialog')).toContainText('Library of drafts')
    expect(await page.evaluate(() => localStorage.getItem('rye.draft.own'))).toBe(text)
  })
}

test('a draft in local storage appears in the library and moves to the database', async ({ page }) => {
  await page.addInitScript(
    (record) => {
      if (!sessionStorage.getItem('rye.tab')) localStorage.setItem('rye.draft.kept', record)
    },
    JSON.stringify(keptRecord('kept', 'A kept draft')),
  )
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.kept('A kept draft')
  const row = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('rye.draft.kept'))
  await expect.poll(row).toBeNull()
  await page.reload()
  await expect(playground.cards.first()).toBeVisible()
  await page.keyboard.press('Alt+KeyD')
  const library = page.getByTestId('library')
  await expect(library.getByRole('listitem')).toHaveCount(1)
  await library.getByRole('button', { name: 'A kept draft' }).click()
  await expect(card(page)).toContainText('kept.py')
})
