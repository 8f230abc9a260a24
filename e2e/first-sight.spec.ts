import { expect, test, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

/** The names of the controls that a person sees without scrolling: buttons, links and fields with content. */
function controls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')
    return (
      [...all]
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((one) => {
          const box = one.getBoundingClientRect()
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
          const hit = document.elementFromPoint(x, y)
          return hit !== null && (one.contains(hit) || hit.contains(one))
        })
        // The menu of a file row is empty until the pointer is over the row.
        .filter((one) => one.matches('input, select') || one.innerText !== '' || iconOf(one) !== 'none')
        .map((one) => one.ariaLabel ?? one.innerText)
    )
    function iconOf(one: HTMLElement): string {
      return getComputedStyle(one, '::before').content
    }
  })
}

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [360, 640],
] as const) {
  test(`the first view has at most 45 controls and five tabs at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const playground = new PlaygroundPage(page)
    await playground.open()
    await expect(page.getByRole('tab')).toHaveCount(5)
    if (width > 720) await expect(playground.editorText).toContainText('__executor_id__')
    const seen = await controls(page)
    expect(seen.length, seen.join(', ')).toBeLessThanOrEqual(45)
    // A count that misses controls would always pass.
    for (const name of ['Simulate', 'Share', 'Help', 'Dismiss the guide']) expect(seen).toContain(name)
  })
}

test('the system tree is closed until a file in it is open', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const system = page.getByRole('tree', { name: 'System files' })
  await expect(system.getByRole('treeitem')).toHaveCount(1)
  await playground.cards
    .nth(1)
    .getByRole('button', { name: /script.yaml/ })
    .click()
  await expect(system.getByRole('treeitem', { name: /^script.yaml/ })).toBeVisible()
})
