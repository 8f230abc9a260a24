import { expect, test, type Locator, type Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

/** The file with the browser and the letter widths of the stored screenshots. */
const lookFile = 'e2e/snapshots/look.json'

async function lookOf(page: Page): Promise<string> {
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!
    return ['sans-serif', 'monospace', getComputedStyle(document.body).fontFamily].map((family) => {
      pen.font = `100px ${family}`
      return Math.round(pen.measureText('executor chain {tool_path} 0123').width)
    })
  })
  return `${JSON.stringify({ browser: page.context().browser()?.version() ?? '', widths })}\n`
}

/**
 * Compare a screenshot, and retry until it matches, so a slow machine only takes longer. With the same browser and
 * fonts, almost no pixel may differ: missing text in a panel changes 0.5 % of the page and fails the test. With other
 * fonts every letter differs, so the page has a higher tolerance, and single parts are skipped because their size can
 * change.
 */
async function expectPicture(of: Page | Locator, name: string, mask: Locator[] = []): Promise<void> {
  const isPage = 'goto' in of
  const look = await lookOf(isPage ? of : of.page())
  if (test.info().config.updateSnapshots === 'all') writeFileSync(lookFile, look)
  const same = look === readFileSync(lookFile, 'utf8')
  if (!same && !isPage) {
    test.info().annotations.push({ type: 'other fonts', description: name })
    return
  }
  const options = { maxDiffPixelRatio: same ? 0.002 : 0.06, animations: 'disabled', mask } as const
  await (isPage ? expect(of).toHaveScreenshot(name, options) : expect(of).toHaveScreenshot(name, options))
}

/** Open the page and wait for its last parts: the editor, and the lens, which needs the state of other items. */
async function openWhole(page: Page): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await expect(playground.lens).toBeVisible()
  return playground
}

for (const { name, scheme } of someOf(
  [
    { name: 'desktop-light', scheme: 'light' },
    { name: 'desktop-dark', scheme: 'dark' },
  ] as const,
  1,
)) {
  test(`the opening page looks as recorded, ${name}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await openWhole(page)
    await expectPicture(page, `${name}.png`)
  })
}

test('the opening page looks as recorded in high contrast', nightly, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('rye.view.theme', 'contrast'))
  await openWhole(page)
  await expectPicture(page, 'contrast.png')
})

test('the opening page looks as recorded on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  await expectPicture(page, 'phone-light.png')
})

test('a broken chain and its fixes look as recorded', async ({ page }) => {
  const playground = await openWhole(page)
  await page.getByRole('button', { name: 'Misspell the name' }).click()
  await expect(playground.lens).toHaveText('→ not found')
  await playground.answer('Problems')
  await expect(page.getByTestId('fixes').first()).toBeVisible()
  await expectPicture(page, 'broken.png')
})

test('the explanation of a value looks as recorded', nightly, async ({ page }) => {
  const playground = await openWhole(page)
  await playground.argv.getByRole('button').first().click()
  await expect(page.getByTestId('source-line')).toBeVisible()
  await expectPicture(page, 'why.png')
})

for (const { answer, title } of [
  { answer: 'Trace', title: 'Trace' },
  { answer: 'World', title: 'Input' },
  { answer: 'Compare', title: 'Compare' },
] as const) {
  test(`the answer ${answer} looks as recorded`, nightly, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1400 })
    const playground = await openWhole(page)
    await playground.answer(answer)
    const panel = page.getByRole('tabpanel', { name: title })
    await expect(panel.locator('li, tr').first()).toBeVisible()
    await expectPicture(panel, `${answer.toLowerCase()}.png`)
  })
}

test('the dialogs Share and Examples look as recorded', nightly, async ({ page }) => {
  await openWhole(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = page.getByTestId('share-link')
  await expect(link).toHaveValue(/#v1\./)
  // The link contains the port, which differs in each run.
  await expectPicture(page.getByRole('dialog'), 'share.png', [link])
  await page.keyboard.press('Escape')
  await page.getByTitle('Examples and drafts').click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectPicture(page.getByRole('dialog'), 'gallery.png')
})

test('an embed looks as recorded', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 })
  const playground = new PlaygroundPage(page)
  await playground.open()
  const { hash } = new URL(await playground.shareLink())
  await page.goto(`/embed/${hash}`)
  await expect(playground.cards).toHaveCount(3)
  await expect(playground.argv).toBeVisible()
  await expectPicture(page, 'embed.png')
})
