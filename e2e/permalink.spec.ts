import { expect, test, type Browser, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

/** Open the link that the page has copied, in a new browser profile. */
async function opened(page: Page, browser: Browser): Promise<PlaygroundPage> {
  await expect(new PlaygroundPage(page).notice).toContainText('Link to this place copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const reader = new PlaygroundPage(await (await browser.newContext({ serviceWorkers: 'block' })).newPage())
  await reader.open(link)
  await expect(reader.banner).toBeVisible()
  return reader
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('a link to a value opens Why on that value', nightly, async ({ page, browser }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.argv.getByRole('button', { name: '/project/.ai/tools/demo/greet.py' }).click()
  await playground.why.getByRole('button', { name: 'copy link' }).click()
  const reader = await opened(page, browser)
  await expect(reader.why).toContainText('argv[1]')
  await expect(reader.why).toContainText('{tool_path}')
})

test('a link to a step opens the trace at that step', nightly, async ({ page, browser }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Trace')
  const last = page.getByTestId('trace').getByRole('listitem').last()
  const reported = await last.innerText()
  await last.getByRole('button').first().click()
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  const reader = await opened(page, browser)
  const current = reader.page.getByTestId('trace').locator('[aria-current="step"]')
  await expect(current).toContainText(reported.split('\n')[0] ?? '')
  await expect(current).toBeInViewport()
})

test('a link to a finding marks it among findings of the same kind', async ({ page, browser }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.fileMenu('/system/ryeos-core/.ai/tools/rye/core/runtimes/python/script.yaml', 'Copy to project')
  await playground.replace('version: "1.0.0"', 'version: "1.0.1"')
  await playground.replace('# rye:signed', '# signed once')
  await playground.answer('Problems')
  const unsigned = playground.problems.locator('[data-code="signature-missing"]')
  await expect(unsigned).toHaveCount(2)
  await unsigned.nth(1).getByRole('button', { name: 'link' }).click()
  const reader = await opened(page, browser)
  await expect(reader.problems.locator('[aria-current]')).toHaveCount(1)
  await expect(reader.problems.locator('[data-code="signature-missing"]').nth(1)).toHaveAttribute(
    'aria-current',
    'true',
  )
  await reader.example('Shadowing')
  await reader.answer('Problems')
  await expect(reader.problems.locator('[aria-current]')).toHaveCount(0)
})

test(
  'a link that waits for consent about secrets still opens its place, and the next link has no place',
  nightly,
  async ({ page, browser }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    await playground.answer('World')
    await page.getByRole('textbox', { name: '/project/.env' }).fill('API_TOKEN=tok_live_51Hx9aQm2vNw8Lr3Tz7Ke\n')
    await playground.answer('Command')
    await playground.argv.getByRole('button', { name: '/project/.ai/tools/demo/greet.py' }).click()
    await playground.why.getByRole('button', { name: 'copy link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await dialog.getByRole('checkbox', { name: /I reviewed these/ }).check()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(playground.notice).toContainText('Link copied')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.keyboard.press('Escape')
    const reader = new PlaygroundPage(await (await browser.newContext({ serviceWorkers: 'block' })).newPage())
    await reader.open(link)
    await expect(reader.why).toContainText('argv[1]')
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.getByRole('checkbox', { name: /I reviewed these/ }).check()
    await expect(page.getByTestId('share-link')).not.toHaveValue(/&/)
  },
)
