import { expect, test, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

// A picture is taken again until it fits, so a slow machine only takes longer. With the same fonts hardly a pixel differs; the text
// of one panel is half a percent of the page, and must not go missing unseen.
const tolerance = { maxDiffPixelRatio: 0.002, animations: 'disabled' } as const

/** Open the page and wait for its last latecomers: the editor, and the lens that needs the state of other items. */
async function openWhole(page: Page): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await expect(playground.lens).toBeVisible()
  return playground
}

for (const { name, scheme } of [
  { name: 'desktop-light', scheme: 'light' },
  { name: 'desktop-dark', scheme: 'dark' },
] as const) {
  test(`the opening page, ${name}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await openWhole(page)
    await expect(page).toHaveScreenshot(`${name}.png`, tolerance)
  })
}

test('the opening page in high contrast', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('rye.view.theme', 'contrast'))
  await openWhole(page)
  await expect(page).toHaveScreenshot('contrast.png', tolerance)
})

test('the opening page on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  await expect(page).toHaveScreenshot('phone-light.png', tolerance)
})

test('a broken chain and its fixes', async ({ page }) => {
  const playground = await openWhole(page)
  await page.getByRole('button', { name: 'Misspell it for me' }).click()
  await playground.answer('Problems')
  await expect(page.getByTestId('fixes').first()).toBeVisible()
  await expect(page).toHaveScreenshot('broken.png', tolerance)
})

test('why a value is what it is', async ({ page }) => {
  const playground = await openWhole(page)
  await playground.argv.getByRole('button').first().click()
  await expect(page.getByTestId('source-line')).toBeVisible()
  await expect(page).toHaveScreenshot('why.png', tolerance)
})

for (const answer of ['Trace', 'World', 'Compare']) {
  test(`the answer ${answer}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1400 })
    const playground = await openWhole(page)
    await playground.answer(answer)
    const panel = page.getByRole('tabpanel', { name: answer })
    await expect(panel.locator('li, tr').first()).toBeVisible()
    await expect(panel).toHaveScreenshot(`${answer.toLowerCase()}.png`, tolerance)
  })
}

test('the dialogs Share and Examples', async ({ page }) => {
  await openWhole(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = page.getByTestId('share-link')
  await expect(link).toHaveValue(/#v1\./)
  // The link names the port, which is another one each time.
  await expect(page.getByRole('dialog')).toHaveScreenshot('share.png', { ...tolerance, mask: [link] })
  await page.keyboard.press('Escape')
  await page.getByTitle('Examples and drafts').click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveScreenshot('gallery.png', tolerance)
})

test('an embed', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 })
  const playground = new PlaygroundPage(page)
  await playground.open()
  const { hash } = new URL(await playground.shareLink())
  await page.goto(`/embed/${hash}`)
  await expect(playground.cards).toHaveCount(3)
  await expect(playground.argv).toBeVisible()
  await expect(page).toHaveScreenshot('embed.png', tolerance)
})
