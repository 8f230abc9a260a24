import { expect, test, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { damagedRecords, keptRecord, standingFaults } from './storage-faults.ts'

const edited = 'Typed under a fault.'
const card = (page: Page) => new PlaygroundPage(page).cards.nth(0)

for (const { name, install, keeps, says } of standingFaults) {
  test(`the page opens and can be worked with where ${name}`, async ({ page }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.addInitScript(install)
    const playground = new PlaygroundPage(page)
    await playground.open()
    if (says && !says.source.includes('no room'))
      await expect(playground.notice.filter({ hasText: says }).first()).toBeVisible()
    await page.getByRole('button', { name: 'plain text' }).click()
    await playground.replace('Greets somebody by name.', edited)
    await expect(card(page)).toContainText(edited)
    // Both that nothing is kept and that this draft is not may stand there by now.
    if (says) await expect(playground.notice.filter({ hasText: says }).first()).toBeVisible()
    if (keeps === 'in the database') await playground.keptInDatabase(edited)
    await page.reload()
    await expect(card(page)).toContainText(keeps ? edited : 'Greets somebody by name.')
    expect(problems).toEqual([])
  })
}

for (const { name, text } of damagedRecords) {
  test(`a kept draft that holds ${name} is left alone, and the page opens`, async ({ page }) => {
    await page.addInitScript((damaged) => {
      if (sessionStorage.getItem('rye.tab')) return
      sessionStorage.setItem('rye.tab', 'own')
      localStorage.setItem('rye.draft.own', damaged)
    }, text)
    const playground = new PlaygroundPage(page)
    await playground.open()
    await expect(card(page)).toContainText('Greets somebody by name.')
    await expect(playground.notice).toContainText('cannot be read')
    await page.keyboard.press('Alt+KeyD')
    await expect(page.getByRole('dialog')).toContainText('Library of drafts')
    expect(await page.evaluate(() => localStorage.getItem('rye.draft.own'))).toBe(text)
  })
}

for (const { name, index } of [
  { name: 'is no JSON', index: 'not json' },
  { name: 'is missing', index: undefined },
  { name: 'holds rows that are none', index: '[7, null, {"id": "x"}, {"id": "y", "name": "Y", "edited_at": 3}]' },
  {
    name: 'lists a draft that is gone',
    index: JSON.stringify([
      { id: 'gone', name: 'Gone', format: 1, origin: { kind: 'own' }, edited_at: 9, trashed: false },
    ]),
  },
]) {
  test(`the library lists the drafts that are kept where its index ${name}`, async ({ page }) => {
    await page.addInitScript(
      ({ record, text }) => {
        localStorage.setItem('rye.draft.kept', record)
        if (text !== undefined) localStorage.setItem('rye.drafts', text)
      },
      { record: JSON.stringify(keptRecord('kept', 'A kept draft')), text: index },
    )
    const playground = new PlaygroundPage(page)
    await playground.open()
    await page.keyboard.press('Alt+KeyD')
    const library = page.getByTestId('library')
    await expect(library.getByRole('listitem')).toHaveCount(1)
    await library.getByRole('button', { name: 'A kept draft' }).click()
    await expect(card(page)).toContainText('kept.py')
  })
}
