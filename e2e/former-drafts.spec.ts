import { expect, test, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { PlaygroundPage } from './pages.ts'

/** Storage of the previous version: a draft in the trash, a draft with 1,001 files, and the tab's own draft. */
const recorded = JSON.parse(
  readFileSync(new URL('../web/state/testing/former-drafts.recorded.json', import.meta.url), 'utf8'),
) as {
  readonly local: Readonly<Record<string, string>>
  readonly tab: Readonly<Record<string, string>>
  readonly tables: Readonly<Record<string, readonly (readonly [string, unknown])[]>>
}

/** Put the recorded storage into the browser. The tab of this page gets the recorded tab's draft. */
async function storeFormerDrafts(page: Page): Promise<void> {
  await page.route('**/former', (route) => route.fulfill({ contentType: 'text/html', body: '<title>former</title>' }))
  await page.goto('/former')
  await page.evaluate(async ({ local, tab, tables }) => {
    for (const [name, text] of Object.entries(local)) localStorage.setItem(name, text)
    for (const [name, text] of Object.entries(tab)) sessionStorage.setItem(name, text)
    localStorage.setItem('rye.view.editor', 'plain')
    for (const [name, rows] of Object.entries(tables))
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open(`rye-${name}`, 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore(name)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(name, 'readwrite')
          for (const [key, value] of rows) transaction.objectStore(name).put(value, key)
          transaction.onabort = reject
          transaction.oncomplete = () => {
            opening.result.close()
            resolve(undefined)
          }
        }
      })
  }, recorded)
}

test('drafts of an earlier version open with their history in two tabs simultaneously', async ({ page, context }) => {
  await storeFormerDrafts(page)
  const own = new PlaygroundPage(page)
  const next = new PlaygroundPage(await context.newPage())
  await Promise.all([own.open(), next.open()])
  await expect(own.cards.nth(0)).toContainText('Two.')
  await page.getByTitle('Undo last change').click()
  await expect(own.cards.nth(0)).toContainText('One.')
  await expect(next.page.getByText('was open when the browser')).toHaveCount(0)
  await next.page.keyboard.press('Alt+KeyD')
  const library = next.page.getByTestId('library')
  await expect(library.getByRole('listitem')).toHaveCount(2)
  await expect(next.page.getByRole('button', { name: 'Trash (1)' })).toBeVisible()
  await library.getByRole('listitem').filter({ hasText: '1001 files' }).getByRole('button').first().click()
  await expect(
    next.page.getByRole('navigation', { name: 'Files' }).getByTitle('/project/.ai/tools/t/0.py'),
  ).toBeVisible()
  const left = (): Promise<unknown> =>
    page.evaluate(async () => [
      (await indexedDB.databases()).map(({ name }) => name),
      Object.keys(localStorage).filter((name) => /^rye\.(?:draft|left$)/.test(name)),
    ])
  await expect.poll(left).toEqual([['rye'], []])
})

test('a new tab closes its notice about a draft when the tab of that draft opens', async ({ page, context }) => {
  await storeFormerDrafts(page)
  const next = new PlaygroundPage(await context.newPage())
  await next.open()
  const notice = next.notice.filter({ hasText: 'was open when the browser stopped' })
  await expect(notice).toBeVisible()
  await new PlaygroundPage(page).open()
  await expect(notice).toHaveCount(0)
})
