import { expect, test } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'

test('text is replaced in all files as one change, and results are copied as Markdown and saved as a picture', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.keyboard.press('ControlOrMeta+Shift+KeyF')
  const dialog = page.getByRole('dialog', { name: 'Search in all files' })
  // A checkbox is next to its label, not above it.
  const choice = dialog.getByText('whole words')
  expect((await choice.boundingBox())?.height).toBeLessThan(30)
  await dialog.getByLabel('Find').fill(firstDescription)
  await dialog.getByLabel('Replace with').fill('Welcomes everybody by name.')
  await expect(dialog.getByTestId('matches')).toContainText('Welcomes everybody by name.')
  await dialog.getByRole('button', { name: 'Replace all 1 in 1 file' }).click()
  await expect(playground.cards.first()).toContainText('Welcomes everybody by name.')
  await playground.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.cards.first()).toContainText(firstDescription)
  await page.keyboard.press('Alt+KeyX')
  await page.getByRole('button', { name: 'Copy all results as Markdown' }).click()
  await expect(playground.notice.filter({ hasText: 'Results copied as Markdown' })).toBeVisible()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('## Searched locations of each element')
  expect(report).toMatch(/\[Open in the playground\]\(http:\/\/[^)]+#v1\.[^)]+\)/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the chain as PNG' }).click()
  expect((await saved).suggestedFilename()).toBe('hello-chain-chain.png')
})
