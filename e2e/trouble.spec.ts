import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

test('an engine that cannot start twice offers the safe way, and the draft is kept', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('Greets somebody by name.', 'Before the crash.')
  await expect(playground.cards.nth(0)).toContainText('Before the crash.')
  await page.waitForTimeout(400)
  await page.route(/\/worker-[\w-]+\.js/, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('The engine stopped twice on this draft.')).toBeVisible()
  await expect(playground.plain()).toHaveValue(/Before the crash\./)
  await page.unroute(/\/worker-[\w-]+\.js/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(playground.cards.nth(0)).toContainText('Before the crash.')
})

test('a folder can be renamed and deleted as one', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.fileMenu('/project/.ai/tools/demo', 'Rename…')
  await page.getByLabel('New path').fill('/project/.ai/tools/renamed')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Actions for /project/.ai/tools/renamed/greet.py' })).toBeAttached()
  await expect(playground.status).toContainText('Not found')
  await playground.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.status).toContainText('Ready to run')
})

test('every example opens as its own draft with its lesson', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByTitle('Examples and drafts').click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  const titles = await page.getByRole('dialog').getByRole('listitem').locator('.title').allInnerTexts()
  await page.keyboard.press('Escape')
  expect(titles.length).toBeGreaterThanOrEqual(5)
  for (const title of titles.filter((one) => one !== 'Hello, chain')) {
    await playground.example(title)
    await expect(page.getByLabel('Lesson', { exact: true })).toBeVisible()
    await expect(playground.cards.first()).toBeVisible()
  }
})

test('files dropped on the page go into the draft in one step', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['__version__ = "1.0.0"\n'], 'dropped.py', { type: 'text/plain' }))
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
  })
  await expect(page.getByRole('navigation', { name: 'Files' })).toContainText('dropped.py')
})
