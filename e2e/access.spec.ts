import { expect, test, type Page } from '@playwright/test'
import { createRequire } from 'node:module'
import { PlaygroundPage } from './pages.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** What axe calls serious or critical, each with where it is. */
async function graveViolations(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: axePath })
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    return (await axe.run()).violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('\n  ')}`,
    )
}

const answers = ['Command', 'Why', 'Problems', 'Trace', 'Parameters', 'Results', 'World', 'Compare', 'Integrity']

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing grave in any answer, ${scheme}`, async ({ browser }) => {
    // The policy of the page forbids the script that axe is.
    const page = await browser.newPage({ colorScheme: scheme, bypassCSP: true, viewport: { width: 1440, height: 900 } })
    const playground = new PlaygroundPage(page)
    await playground.open()
    await playground.argv.getByRole('button').first().click()
    const found: string[] = []
    for (const answer of answers) {
      await playground.answer(answer)
      await page.waitForTimeout(150)
      for (const one of await graveViolations(page)) found.push(`${answer}: ${one}`)
    }
    expect(found).toEqual([])
  })

  test(`axe finds nothing grave in dialogs and in a broken chain, ${scheme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme: scheme, bypassCSP: true, viewport: { width: 1440, height: 900 } })
    const playground = new PlaygroundPage(page)
    await playground.open()
    await page.getByRole('button', { name: 'Misspell it for me' }).click()
    await expect(playground.status).toContainText('Refused')
    const found = [...(await graveViolations(page))]
    for (const key of ['Control+k', '?', 'Alt+KeyE', 'Alt+KeyD', 'Alt+KeyX', 'Alt+KeyN', 'Control+s']) {
      await page.locator('body').press(key)
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(200)
      for (const one of await graveViolations(page)) found.push(`${key}: ${one}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    expect(found).toEqual([])
  })
}

test('axe finds nothing grave in high contrast and on a phone', async ({ browser }) => {
  const page = await browser.newPage({ bypassCSP: true, viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.addInitScript(() => localStorage.setItem('rye.view.theme', 'contrast'))
  const playground = new PlaygroundPage(page)
  await playground.open()
  const found: string[] = []
  for (const name of ['Chain', 'Editor', 'Files']) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }).click()
    await page.waitForTimeout(400)
    for (const one of await graveViolations(page)) found.push(`${name}: ${one}`)
  }
  expect(found).toEqual([])
})

test('everything that is asked for is reached by keyboard', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard map' })).toContainText('Simulate')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+3')
  await expect(page.getByRole('tab', { name: 'Problems' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /Find an action/ })).toBeFocused()
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a phone leads with chain and explanation, and nothing is cut off', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Editor' })).toHaveCount(0)
  for (const name of ['Chain', 'Editor', 'Files']) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }).click()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, name).toBeLessThanOrEqual(0)
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Chain' }).click()
  await playground.argv.getByRole('button').first().tap()
  await expect(playground.why).toBeVisible()
})
