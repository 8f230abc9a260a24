import { expect, test, type Locator, type Page } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

/** The prerendered chain, which a first visitor sees before the page's script runs. */
async function drawnChain(page: Page): Promise<Locator> {
  await page.route(/\/assets\/index-[^/]*\.js$/, () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  // Wait for the style sheet. Before it loads, the browser paints nothing, but a test can already read the layout.
  await expect.poll(() => page.evaluate(() => [...document.styleSheets].some(({ href }) => href !== null))).toBe(true)
  return page.locator('.first-picture').getByRole('region', { name: 'Chain' })
}

for (const width of someOf([390, 1440, 320, 900, 1280, 2560], 2)) {
  test(`the prerendered chain at ${width} px equals the one that opens, in the same place`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const drawn = await drawnChain(page)
    await expect(drawn).toBeVisible()
    const [words, boxes] = [await drawn.innerText(), await boxesOn(page)]
    expect(words).toContain('Ready to run')
    // The prerendered page is inert, so nothing in it can receive the focus.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

    const live = await context.newPage()
    await live.setViewportSize({ width, height: 900 })
    const playground = new PlaygroundPage(live)
    await playground.open()
    await expect(live.locator('.first-picture')).toHaveCount(0)
    const chain = live.getByRole('region', { name: 'Chain' })
    expect(await chain.innerText()).toBe(words)
    await expect.poll(() => boxesOn(live)).toEqual(boxes)
  })
}

for (const { name, press, shown } of someOf(
  [
    {
      name: 'a click on a button',
      press: (page: Page, drawn: Locator) => clickAt(page, drawn.getByText('Share', { exact: true })),
      shown: (page: Page) => page.getByRole('dialog', { name: /Share/ }),
    },
    {
      name: 'a click in the guide, which loads with the chain',
      press: (page: Page, drawn: Locator) => clickAt(page, drawn.getByText('Misspell the name')),
      shown: (page: Page) => page.getByTestId('status').getByText('Refused'),
    },
    {
      name: 'a key',
      press: (page: Page) => page.keyboard.press('Alt+KeyI'),
      shown: (page: Page) => page.getByRole('dialog', { name: /item/i }),
    },
  ],
  1,
)) {
  test(`${name} in the prerendered page takes effect once the page has loaded`, async ({ page }) => {
    const { drawn, letGo } = await heldPicture(page)
    await press(page, drawn)
    letGo()
    await expect(shown(page)).toBeVisible()
    await expect(drawn).toHaveCount(0)
  })
}

test(
  'a press that begins in the prerendered page and ends in the loaded page takes effect once',
  nightly,
  async ({ page }) => {
    const { drawn, letGo } = await heldPicture(page)
    const [x, y] = await middle(drawn.getByText('✕', { exact: true }))
    await page.mouse.move(x, y)
    await page.mouse.down()
    letGo()
    await expect(drawn).toHaveCount(0)
    const guide = page.getByRole('complementary', { name: 'First-minute guide' })
    await expect(guide).toBeVisible()
    await page.mouse.up()
    await expect(guide).toHaveCount(0)
    // Later clicks are normal clicks of the page.
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
)

/** The prerendered page, while the story delays the page's code. */
async function heldPicture(page: Page): Promise<{ readonly drawn: Locator; letGo(): void }> {
  let letGo = (): void => undefined
  const isLet = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => isLet.then(() => route.continue()))
  await page.goto('/', { waitUntil: 'commit' })
  const drawn = page.locator('.first-picture')
  await expect(drawn.getByText('Ready to run')).toBeVisible()
  return { drawn, letGo: () => letGo() }
}

/** The center of an element that Playwright cannot click because it is inert. */
async function middle(part: Locator): Promise<readonly [number, number]> {
  const box = await part.boundingBox()
  if (!box) throw new Error('the part is not drawn')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

async function clickAt(page: Page, part: Locator): Promise<void> {
  await page.mouse.click(...(await middle(part)))
}

/** Position and size of each chain card and each button of the header and the guide, in whole pixels. */
function boxesOn(page: Page): Promise<readonly (readonly number[])[]> {
  return page.locator('article, header.bar button, [aria-label="First-minute guide"] button').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return [x, y, width, height].map(Math.round)
    }),
  )
}

test('no chain is prerendered if another example opens or the guide was dismissed', async ({ page }) => {
  const drawn = await drawnChain(page)
  await expect(drawn).toBeVisible()
  // Check that the page is empty while its code is delayed.
  const empty = async (): Promise<void> => {
    await page.waitForFunction(() => 'ryeFirstWorker' in globalThis)
    await expect(page.locator('#app')).toBeEmpty()
  }
  await page.goto('/#example=http-request', { waitUntil: 'commit' })
  await page.reload({ waitUntil: 'commit' })
  await empty()
  await page.evaluate(() => localStorage.setItem('rye.view.guide', 'dismissed'))
  await page.goto('/', { waitUntil: 'commit' })
  await empty()
})

for (const [name, asked] of [
  ['dark', { colorScheme: 'dark' }],
  ['contrast', { contrast: 'more' }],
] as const)
  test(`the prerendered page has the ${name} colors of the system`, async ({ page }) => {
    await page.emulateMedia(asked)
    const drawn = await drawnChain(page)
    await expect(drawn).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', name)
  })

test('the first view is in the document exactly once from the start', async ({ page }) => {
  await drawnChain(page)
  for (const text of ['Ready to run', firstDescription])
    await expect(page.getByText(text, { exact: true })).toHaveCount(1)
  await expect(page.locator('template[data-media]')).toHaveCount(0)
})

test("the prerendered page is removed if the page's code is missing", nightly, async ({ page }) => {
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort())
  await page.goto('/')
  await expect(page.locator('#app')).toBeEmpty()
})
