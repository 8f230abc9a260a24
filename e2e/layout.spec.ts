import { expect, test, type Locator, type Page } from '@playwright/test'
import { decodeShare, encodeShare } from '#core/share'
import { answerTitles, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

async function sizeOf(region: Locator): Promise<{ width: number; height: number }> {
  const box = await region.boundingBox()
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) }
}

test('the regions keep sizes that are set by mouse or keyboard after a reload', async ({ page }) => {
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
  // The page stores sizes shortly after a change; until then, the previous sizes are stored.
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

/** Window widths in CSS pixels: widths near the layout breakpoints, and widths of common screens. */
const widths = [320, 360, 390, 540, 720, 721, 900, 1024, 1099, 1100, 1200, 1280, 1439, 1440, 1920, 2560] as const

/** The names of controls and fields that the window cuts off or another element covers. */
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

/** Whether an element is between the left and right edges of the window. */
async function isOnScreen(element: Locator, width: number): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.x >= 0 && box.x + box.width <= width
}

/** The page's layout errors at one width, computed from the boxes of its elements. */
async function faultsAt(width: number, page: Page, playground: PlaygroundPage): Promise<readonly string[]> {
  const faults = (await outOfReach(page)).map((name) => `${name} is out of reach`)
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
  if (scrolled > width) faults.push(`the page is ${scrolled} px wide`)
  for (const name of ['Simulate', 'Run on server', 'Share', 'Help']) {
    if (!(await isOnScreen(page.getByRole('button', { name, exact: true }), width))) faults.push(`no ${name}`)
  }
  const item = (await sizeOf(playground.item)).width
  if (item < (width > 720 ? 160 : 80)) faults.push(`the item's field is ${item} px wide`)
  // Both regions are wide enough to work in.
  const least = Math.min(width - 20, 260)
  for (const name of ['Editor', 'Chain'] as const) {
    if (width <= 720) await playground.phonePage(name)
    const region = (await sizeOf(page.getByRole('region', { name }))).width
    if (region < least) faults.push(`${name} is ${region} px wide`)
  }
  return faults
}

test('at every width all controls are on the screen and reachable', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: widths[0], height: 900 })
  const playground = new PlaygroundPage(page)
  await playground.open()
  // At the width of the screenshots, a short draft name is fully visible. At all widths, a long draft name does not
  // shrink the item.
  await page.setViewportSize({ width: 1440, height: 900 })
  const name = page.locator('.draft-name')
  await expect.poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.setViewportSize({ width: widths[0], height: 900 })
  await page.keyboard.press('Alt+KeyD')
  const library = page.getByTestId('library')
  await page.getByRole('button', { name: 'Save the open draft' }).click()
  await library.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('A name that is as long as it pleases '.repeat(3))
  await page.getByLabel('New name').press('Enter')
  await expect(page.getByTitle('Examples and drafts')).toContainText('A name that')
  await page.keyboard.press('Escape')
  const files = page.getByRole('navigation', { name: 'Files' })
  for (const width of widths) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(width <= 720 ? 1 : 0)
      // Next to a lesson the page has less space.
      if (width === 721) await playground.toggleLesson()
      await expect.poll(() => faultsAt(width, page, playground)).toEqual([])

      // The resolution rules are behind one button.
      await playground.withRules(async () => {
        for (const rule of [playground.dialect, playground.devMode])
          await expect.poll(() => isOnScreen(rule, width)).toBe(true)
      })

      // The files are in a column, a drawer or a separate page.
      if (width <= 720) await playground.phonePage('Files')
      else if (width < 1100) await page.getByTitle('Show files').click()
      await expect.poll(async () => (await sizeOf(files)).width).toBeGreaterThanOrEqual(180)
      await expect(files.getByTitle('/project/.ai/tools/demo/greet.py', { exact: true })).toBeVisible()
      if (width > 720 && width < 1100) await page.getByTitle('Hide files').click()
    })
  }
})

test('the chain has the height it needs, and a refused chain shows its problems', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const bottom = async (): Promise<number> => {
    const box = await playground.cards.last().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const answers = async (): Promise<number> => (await page.getByRole('tablist').boundingBox())?.y ?? 0
  await expect.poll(async () => (await bottom()) < (await answers())).toBe(true)
  // A chain that fits has no scroll bar.
  const beyond = (): Promise<number> =>
    page.locator('.chain > ol').evaluate((list) => list.scrollHeight - list.clientHeight)
  await expect.poll(beyond).toBe(0)
  // The chain panel has no extra space: the answers start directly under it.
  await expect.poll(async () => (await answers()) - (await bottom())).toBeLessThan(40)
  await expect(playground.tab('Command')).toHaveAttribute('aria-selected', 'true')
  const run = page.getByRole('button', { name: 'Run on server', exact: true })
  expect(await run.innerText()).toBe('Run on server')
  await page.getByRole('button', { name: 'Misspell the name' }).click()
  await expect(playground.tab('Problems')).toHaveAttribute('aria-selected', 'true')
  await expect(playground.problems).toContainText('rye/core/runtimes/python/script')
  // The count equals the number of listed problems.
  await page.getByRole('button', { name: 'whole project' }).click()
  const listed = page.getByTestId('project-problems').getByRole('listitem')
  await expect.poll(() => listed.count()).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: `all ${await listed.count()}`, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'whole project' }).click()
  await page.getByTitle('Undo last change').click()
  await expect(playground.tab('Command')).toHaveAttribute('aria-selected', 'true')
  // The Command tab is available for a refused chain.
  await playground.tab('Command').click()
  await playground.action('first-minute guide')
  await page.getByRole('button', { name: 'Misspell the name' }).click()
  await expect(playground.status).toContainText('Refused')
  await expect(playground.tab('Command')).toHaveAttribute('aria-selected', 'true')
})

test(
  'in a short window, such as a zoomed page or a rotated phone, the page scrolls and the work area keeps its height',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 200 })
    const playground = new PlaygroundPage(page)
    await playground.open()
    for (const name of ['Simulate', 'Share', 'Help', 'Dismiss the guide']) {
      const button = page.getByRole('button', { name, exact: true })
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 1 })
    }
    for (const name of ['Editor', 'Files', 'Chain'] as const) {
      await playground.phonePage(name)
      const work = page.locator('main')
      await expect.poll(async () => (await sizeOf(work)).height).toBeGreaterThanOrEqual(240)
      await expect.poll(async () => (await work.boundingBox())?.y).toBeLessThanOrEqual(0.5)
    }
    await playground.cards
      .first()
      .getByRole('button', { name: /^demo\/greet/ })
      .click()
    await expect(playground.editorText).toBeInViewport()

    await page.setViewportSize({ width: 844, height: 300 })
    await expect.poll(async () => (await sizeOf(page.locator('main'))).height).toBeGreaterThanOrEqual(240)
    await page.locator('.page').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(page.getByRole('tablist', { name: 'Answers' })).toBeInViewport({ ratio: 1 })

    // A phone in landscape orientation shows the page without scrolling.
    for (const [width, height] of [
      [844, 390],
      [812, 375],
    ] as const) {
      await page.setViewportSize({ width, height })
      const over = (): Promise<number> => page.locator('.page').evaluate((one) => one.scrollHeight - one.clientHeight)
      await expect.poll(over, `${width} x ${height}`).toBe(0)
    }
  },
)

test('on the smallest desktop, no answer is cut off next to a lesson', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 721, height: 800 })
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=learn-lockfile')
  await expect(page.getByRole('complementary', { name: 'Lesson' }).locator('[aria-current=step]')).toBeVisible()
  const panel = page.getByRole('tabpanel')
  for (const name of answerTitles) {
    await playground.answer(name)
    await expect.poll(() => panel.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBeLessThanOrEqual(0)
  }
})

test(
  'on an upright tablet, the place where a chain broke is not cut off next to a lesson',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    const playground = new PlaygroundPage(page)
    await playground.openPlain('/#example=learn-three-layers')
    await expect(page.getByRole('complementary', { name: 'Lesson' }).locator('[aria-current=step]')).toBeVisible()
    const broken = page.getByRole('note').filter({ hasText: 'names the executor' })
    expect(await broken.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await playground.answer('Problems')
    for (const one of await page.getByRole('group', { name: 'Filter problems' }).getByRole('button').all())
      await expect(one).toBeInViewport({ ratio: 1 })
  },
)

test('the answer tabs are in one row at every width', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open('/#example=broken-chain')
  // The widest case: Problems shows a count, and the widest tab is selected.
  await playground.answer('Parameters')
  for (const width of [360, 721, 1024, 1200, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const tops = async (): Promise<number> =>
      new Set(
        await page
          .locator('.answers .bar button:visible')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)),
      ).size
    await expect.poll(tops, `rows at ${width} px`).toBe(1)
  }
})

test('with a graph and a lesson, More is next to the answer tabs or under them, with space between', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.open('/#example=learn-retry')
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const distance = async (): Promise<number> => {
      const [trace, more] = await Promise.all([
        playground.tab('Trace').boundingBox(),
        page.getByRole('button', { name: /^More/ }).boundingBox(),
      ])
      if (!trace || !more) return 0
      return Math.max(more.x - (trace.x + trace.width), more.y - trace.y)
    }
    await expect.poll(distance, `pixels at ${width} px`).toBeGreaterThanOrEqual(8)
  }
})

test('on a phone, the next draft begins at the head of its chain, and a notice does not cover a dialog', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.phonePage('Chain')
  const stack = page.locator('main.phone .stack')
  const scrolled = (): Promise<number> => stack.evaluate((element) => element.scrollTop)
  await stack.evaluate((element) => element.scrollTo(0, 300))
  await expect.poll(scrolled).toBe(300)
  await page.goto('/#example=shadowing')
  await expect(page.getByTitle('Examples and drafts')).toContainText('hadow')
  await expect.poll(scrolled).toBe(0)

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const notice = await playground.notice.boundingBox()
  const content = await dialog.locator('.content').boundingBox()
  const box = await dialog.boundingBox()
  if (!notice || !content || !box) throw new Error('nothing to measure')
  expect(notice.y).toBeGreaterThanOrEqual(content.y + content.height - 0.5)
  expect(notice.y + notice.height).toBeLessThanOrEqual(box.y + box.height)
})

test('on a small phone, a lesson leaves ten lines to the editor: its step is one line that opens and closes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=learn-shadowing')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await expect(lesson.getByRole('list', { name: 'Steps' })).toBeVisible()
  await playground.phonePage('Editor')
  const line = lesson.getByRole('button', { name: /Step 1 of/ })
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await expect(lesson.getByRole('list', { name: 'Steps' })).toBeHidden()
  expect((await lesson.boundingBox())?.height ?? 999).toBeLessThan(60)
  const lines = await playground.plain().evaluate((element) => {
    const { lineHeight } = getComputedStyle(element)
    return element.clientHeight / parseFloat(lineHeight)
  })
  expect(lines).toBeGreaterThanOrEqual(10)
  await line.click()
  await expect(lesson.getByRole('list', { name: 'Steps' })).toBeVisible()
  await line.click()
  await expect(lesson.getByRole('list', { name: 'Steps' })).toBeHidden()
  await playground.phonePage('Chain')
  await expect(lesson.getByRole('list', { name: 'Steps' })).toBeVisible()
})

test('on a phone, the rules are in the row of the item', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const [item, rules] = [playground.item, page.getByRole('button', { name: /^Rules/ })]
  expect((await rules.boundingBox())?.y).toBe((await item.boundingBox())?.y)
})

for (const [result, shown] of [
  ['the same result', 'same chain and plan'],
  ['another result', 'one plan value has changed'],
] as const)
  test(`on a phone, the banner of a link with ${result} is one line`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    const made = decodeShare(new URL(await playground.shareLink()).hash)
    if (made.kind === 'rejected' || !made.snapshot.expected?.values) throw new Error('the link has no expected values')
    const { expected } = made.snapshot
    const other = { ...expected, plan_digest: '0'.repeat(64), values: { ...expected.values, '/args/1': '--project' } }
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('about:blank')
    await playground.open(
      `/#${encodeShare({ ...made.snapshot, expected: result === 'another result' ? other : expected })}`,
    )
    await expect(page.getByTestId('reproduced')).toContainText(shown)
    const button = await playground.banner.getByRole('button').first().boundingBox()
    const banner = await playground.banner.boundingBox()
    expect(banner?.height ?? 999).toBeLessThan((button?.height ?? 0) + 16)
  })
