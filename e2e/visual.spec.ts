import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

// Fonts differ from machine to machine; what is meant is the layout and its colours.
const tolerance = { maxDiffPixelRatio: 0.06, animations: 'disabled' } as const

for (const { name, width, height, scheme } of [
  { name: 'desktop-light', width: 1440, height: 900, scheme: 'light' },
  { name: 'desktop-dark', width: 1440, height: 900, scheme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, scheme: 'light' },
] as const) {
  test(`the opening page, ${name}`, async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme })
    const playground = new PlaygroundPage(page)
    await playground.open()
    if (width > 720) await expect(playground.editorText).toContainText('__executor_id__')
    await page.waitForTimeout(700)
    await expect(page).toHaveScreenshot(`${name}.png`, tolerance)
  })
}

test('a broken chain and its fixes', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await page.getByRole('button', { name: 'Misspell it for me' }).click()
  await playground.answer('Problems')
  await expect(page.getByTestId('fixes').first()).toBeVisible()
  await expect(page).toHaveScreenshot('broken.png', tolerance)
})

test('why a value is what it is', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.argv.getByRole('button').first().click()
  await expect(page.getByTestId('source-line')).toBeVisible()
  await expect(playground.editorText).toContainText('__executor_id__')
  await page.waitForTimeout(500)
  await expect(page).toHaveScreenshot('why.png', tolerance)
})
