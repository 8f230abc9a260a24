import { expect, test, type Locator, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

async function sizeOf(region: Locator): Promise<{ width: number; height: number }> {
  const box = await region.boundingBox()
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) }
}

test('the regions keep the sizes that were given to them, by mouse or by keyboard, over a reload', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const files = page.getByRole('navigation', { name: 'Files' })
  const editor = page.getByRole('region', { name: 'Editor' })
  const answers = page.getByRole('tabpanel')
  const before = { files: await sizeOf(files), answers: await sizeOf(answers) }

  const border = page.getByRole('separator', { name: 'Resize files' })
  const from = await border.boundingBox()
  if (!from) throw new Error('there is no border to take hold of')
  await page.mouse.move(from.x + from.width / 2, from.y + 200)
  await page.mouse.down()
  await page.mouse.move(from.x + 120, from.y + 200, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await sizeOf(files)).width).toBeGreaterThan(before.files.width + 80)
  await page.getByRole('separator', { name: 'Resize chain' }).press('ArrowUp')
  await expect.poll(async () => (await sizeOf(answers)).height).toBeGreaterThan(before.answers.height + 40)

  const sizes = async (): Promise<unknown> => [await sizeOf(files), await sizeOf(editor), await sizeOf(answers)]
  const after = await sizes()
  // The sizes are kept a moment after they were changed; until then former ones are.
  const kept = (): Promise<string> =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes('rye.rows'))?.[1] ?? '')
  const chainShare = await page.getByRole('separator', { name: 'Resize chain' }).getAttribute('aria-valuenow')
  await expect
    .poll(async () => Math.round(Number(/\[([\d.]+),[\d.]+\]/.exec(await kept())?.[1])))
    .toBe(Number(chainShare))
  await page.reload()
  await expect(playground.cards).toHaveCount(3)
  await expect.poll(sizes).toEqual(after)
})

/** Around every width at which the layout changes, and the widths of common screens. */
const widths = [320, 360, 390, 540, 720, 721, 900, 1024, 1099, 1100, 1200, 1280, 1399, 1440, 1920, 2560] as const

/** What can be pressed or written into and is cut off by the window or covered, by its name. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    return [
      ...document.querySelectorAll<HTMLElement>(
        'header button, header select, nav.pages button, .page section > header button',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('[popover]:not(:popover-open)'),
      )
      .filter((element) => {
        const box = element.getBoundingClientRect()
        return !scrolls(element) && (box.left < -0.5 || box.right > wide + 0.5 || box.width < 12)
      })
      .map((element) => element.ariaLabel ?? element.title ?? element.textContent)
  })
}

for (const width of widths) {
  test(`at ${width} px nothing is off the screen, and everything can be reached`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const playground = new PlaygroundPage(page)
    await playground.open()
    await page.getByTitle('Examples and drafts').waitFor()
    if (width > 720) await page.getByRole('button', { name: 'Lesson', exact: true }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await outOfReach(page)).toEqual([])
    for (const name of ['Simulate', 'Share']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
    }
    expect((await sizeOf(playground.item)).width).toBeGreaterThanOrEqual(width > 720 ? 160 : 80)

    // The rules are there, beside the item or behind one button.
    if (width < 1400) await page.getByRole('button', { name: /^Rules/ }).click()
    for (const rule of [page.getByLabel('dialect', { exact: true }), page.getByRole('button', { name: /^dev mode/ })]) {
      const box = await rule.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
    }
    if (width < 1400) await page.keyboard.press('Escape')

    // All three regions, each wide enough to be used.
    const least = Math.min(width - 20, 260)
    const regions = [
      { name: 'Editor', region: page.getByRole('region', { name: 'Editor' }) },
      { name: 'Chain', region: page.getByRole('region', { name: 'Chain' }) },
    ] as const
    for (const { name, region } of regions) {
      if (width <= 720) await playground.phonePage(name)
      expect((await sizeOf(region)).width, name).toBeGreaterThanOrEqual(least)
    }
    const files = page.getByRole('navigation', { name: 'Files' })
    if (width <= 720) await playground.phonePage('Files')
    else if (width < 1100) await page.getByTitle('Show the files').click()
    expect((await sizeOf(files)).width).toBeGreaterThanOrEqual(180)
    await expect(files.getByTitle('/project/.ai/tools/demo/greet.py', { exact: true })).toBeVisible()
  })
}

test('the chain has the height it needs, and a refused one brings its problems forward', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const bottom = async (): Promise<number> => {
    const box = await playground.cards.last().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const answers = async (): Promise<number> => (await page.getByRole('tablist').boundingBox())?.y ?? 0
  await expect.poll(async () => (await bottom()) < (await answers())).toBe(true)
  // No more than it needs: the answers begin soon below it.
  await expect.poll(async () => (await answers()) - (await bottom())).toBeLessThan(40)
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
  await expect(tab('Command')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Misspell it for me' }).click()
  await expect(tab('Problems')).toHaveAttribute('aria-selected', 'true')
  await expect(playground.problems).toContainText('rye/core/runtimes/python/script')
  await page.getByTitle('Undo the last change of the draft').click()
  await expect(tab('Command')).toHaveAttribute('aria-selected', 'true')
  // Who asks for the command gets it, refused or not.
  await tab('Command').click()
  await page.getByRole('button', { name: 'Misspell it for me' }).click()
  await expect(playground.status).toContainText('Refused')
  await expect(tab('Command')).toHaveAttribute('aria-selected', 'true')
})
