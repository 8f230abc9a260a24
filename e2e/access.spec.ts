import { expect, test, type Browser, type Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { answerTitles, PlaygroundPage } from './pages.ts'
import { answerFirst } from './predictions.ts'
import { nightly, someOf } from './nightly.ts'

/** The three layouts of the page, each with a different theme. */
const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 900 },
  { theme: 'contrast', width: 390 },
] as const
type Look = (typeof looks)[number]

/** The dialogs to examine, each identified by a part of its action's title. */
const dialogs = [
  ...['Show all actions', 'keyboard shortcuts', 'Open an example', 'library of drafts', 'Import or export', 'New tool'],
  ...['New file', 'Rename item', 'Choose an item', 'Go to a file', 'Search and replace in all files', 'Share'],
  ...['Show uses of the file', 'Compare dialects', 'Glossary', 'What’s new', 'Run on server'],
] as const

/**
 * Open a page with a width and a theme. The page bypasses the content security policy, which would block the axe
 * script.
 */
async function lookedAt(
  browser: Browser,
  { theme, width }: Pick<Look, 'theme'> & { readonly width: number },
): Promise<Page> {
  const page = await browser.newPage({ bypassCSP: true, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  await page.addInitScript((name) => {
    // The frame of the simulator has no storage.
    if (window === window.top) localStorage.setItem('rye.view.theme', name)
  }, theme)
  return page
}

for (const look of someOf(looks, 1)) {
  test(`axe reports no problem in any view, ${look.theme} at ${look.width} px`, async ({ browser }) => {
    test.setTimeout(180_000)
    const page = await lookedAt(browser, look)
    const playground = new PlaygroundPage(page)
    await playground.open()
    await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
    const found: string[] = []
    const examine = async (name: string): Promise<void> => {
      for (const one of await axeFindings(page)) found.push(`${name}: ${one}`)
    }
    if (look.width <= 720) {
      for (const name of ['Files', 'Editor', 'Chain'] as const) {
        await playground.phonePage(name)
        if (name === 'Editor') await expect(playground.editorText).toContainText('__executor_id__')
        await examine(name)
      }
    } else if (look.width < 1100) {
      await page.getByTitle('Show files').click()
      await examine('drawer')
      await page.getByTitle('Hide files').click()
    }
    await page.getByRole('button', { name: 'Simulate', exact: true }).click()
    await expect(page.getByTestId('lane-simulated').getByTestId('ending')).toBeVisible({ timeout: 60_000 })
    await playground.answer('Command')
    await playground.argv.getByRole('button').first().click()
    for (const answer of answerTitles) {
      await playground.answer(answer)
      await expect(page.getByRole('tabpanel')).not.toBeEmpty()
      await examine(answer)
    }
    await playground.action('Show or hide the lesson')
    await expect(page.getByRole('complementary', { name: 'Lesson' })).toBeVisible()
    await examine('lesson')
    expect(found).toEqual([])
  })

  test(`axe reports no problem with a broken chain and in any dialog, ${look.theme} at ${look.width} px`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const page = await lookedAt(browser, look)
    const playground = new PlaygroundPage(page)
    await playground.open()
    const found: string[] = []
    const examine = async (name: string): Promise<void> => {
      for (const one of await axeFindings(page)) found.push(`${name}: ${one}`)
    }
    for (const name of dialogs) {
      await playground.action(name)
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
      await examine(name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Misspell the name' }).click()
    await expect(playground.status).toContainText('Refused')
    for (const answer of ['Command', 'Problems', 'Trace', 'Compare', 'Integrity'] as const) {
      await playground.answer(answer)
      await expect(page.getByRole('tabpanel')).not.toBeEmpty()
      await examine(`broken ${answer}`)
    }
    expect(found).toEqual([])
  })
}

for (const look of someOf(looks, 1)) {
  test(
    `axe reports no problem in a lesson, in its editor and in the documentation, ${look.theme} at ${look.width} px`,
    nightly,
    async ({ browser }) => {
      const page = await lookedAt(browser, look)
      const playground = new PlaygroundPage(page)
      await playground.openPlain('/#example=learn-three-layers')
      const found: string[] = []
      const examine = async (name: string, ...without: readonly string[]): Promise<void> => {
        for (const one of await axeFindings(page, without)) found.push(`${name}: ${one}`)
      }
      const lesson = page.getByRole('complementary', { name: 'Lesson' })
      await lesson.getByRole('button', { name: 'Hint' }).click()
      await expect(lesson.getByRole('group', { name: 'Your prediction' })).toBeVisible()
      await examine('prediction')
      await answerFirst(page, 'learn-three-layers')
      if (look.width <= 720) await lesson.getByRole('button', { name: 'Continue with the next step' }).click()
      await lesson.getByRole('button', { name: 'Hint' }).click()
      await lesson.getByRole('button', { name: 'Do it for me' }).click()
      await expect(lesson.getByTestId('lesson-said')).toContainText('2 of 6')
      await examine('steps')
      await lesson.getByRole('button', { name: /^My attempt/ }).click()
      await expect(page.getByRole('dialog').getByTestId('file-diff')).toBeVisible()
      await examine('attempt')
      await page.keyboard.press('Escape')
      await playground.action('Write a lesson for this draft')
      await lesson.getByRole('button', { name: 'Add a goal' }).first().click()
      await lesson.getByRole('button', { name: 'Pick another' }).first().click()
      await examine('writing')
      // A rule with an example, a problem, and a chapter with tables.
      for (const name of ['R4.1', 'executor-not-found', 'dialects']) {
        await page.evaluate((topic) => (location.hash = `docs/${topic}`), name)
        await expect(page.getByRole('dialog').getByRole('article').getByRole('heading').first()).toContainText(
          new RegExp(name, 'i'),
        )
        // Axe treats the link to a documentation page as a skip link, because its URL begins with #.
        await examine(name, 'skip-link')
      }
      expect(found).toEqual([])
    },
  )
}

test('keys open the list of keys, a tab and the palette, which changes the theme', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Simulate')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+3')
  await expect(playground.tab('Problems')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /Search actions/ })).toBeFocused()
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** CSS pixels by which the page is scrolled or scrollable; each must be 0. */
async function strayed(page: Page): Promise<readonly number[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    return [scrollWidth - clientWidth, scrollHeight - clientHeight, scrollX, scrollY]
  })
}

test('a phone shows the chain first, no view can be scrolled sideways or down, and a tap explains a value', async ({
  browser,
}) => {
  const page = await browser.newPage(phone)
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Editor' })).toHaveCount(0)
  for (const name of ['Chain', 'Editor', 'Files'] as const) {
    await playground.phonePage(name)
    expect(await strayed(page), name).toEqual([0, 0, 0, 0])
  }
  await playground.phonePage('Chain')
  await playground.argv.getByRole('button').first().tap()
  await expect(playground.why).toBeVisible()
})

test('on a phone, answers and jumps do not move the page, and a jump shows the start of its line', async ({
  browser,
}) => {
  const page = await browser.newPage(phone)
  const playground = new PlaygroundPage(page)
  await playground.open()
  for (const answer of answerTitles) {
    await playground.answer(answer)
    await page.getByRole('tablist').evaluate((element) => element.scrollIntoView({ block: 'start' }))
    expect(await strayed(page), answer).toEqual([0, 0, 0, 0])
    await expect(page.getByRole('navigation', { name: 'Pages' }), answer).toBeInViewport({ ratio: 1 })
  }
  await page
    .getByRole('button', { name: /executor rye/ })
    .first()
    .tap()
  await expect(playground.lens).toBeVisible()
  expect(await strayed(page)).toEqual([0, 0, 0, 0])
  const executor = page.locator('.view-line').filter({ hasText: '__executor_id__' }).locator('span span').first()
  await expect(executor).toBeInViewport({ ratio: 1 })
})

test('on a phone, every button and field is at least 28 pixels high', async ({ browser }) => {
  const page = await browser.newPage(phone)
  const playground = new PlaygroundPage(page)
  await playground.open()
  const small = (): Promise<readonly string[]> =>
    page.evaluate(() => {
      const all = document.querySelectorAll('button:not(.tick, .monaco-editor *), select, input:not([type=checkbox])')
      return [...all].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        const isSmall = width > 0 && height > 0 && height < 28
        return isSmall ? [`${element.className} ${element.textContent} ${width}x${height}`] : []
      })
    })
  for (const answer of answerTitles) {
    await playground.answer(answer)
    expect(await small(), answer).toEqual([])
  }
  for (const name of ['Editor', 'Files'] as const) {
    await playground.phonePage(name)
    expect(await small(), name).toEqual([])
  }
})

test('on a phone, the palette switches the dialect and undoes the switch', async ({ browser }) => {
  const page = await browser.newPage(phone)
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.openActions()
  await page.getByRole('option', { name: 'Dialect: kiwi' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(playground.cards.first()).toBeVisible()
  await playground.openActions()
  await page.getByRole('option', { name: 'Undo last change' }).tap()
  await expect(playground.notice).toContainText('Undone: Switch to dialect kiwi')
})

test('on a phone, the effect of the first change is visible without scrolling', async ({ browser }) => {
  const page = await browser.newPage(phone)
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Misspell the name' }).tap()
  await expect(playground.status).toContainText('Refused')
  await expect(playground.status).toBeInViewport()
})

/** Axe rules that Monaco's own menu entries break. */
const rolesOfMonaco = [
  'aria-allowed-attr',
  'aria-required-children',
  'aria-required-parent',
  'presentation-role-conflict',
]

for (const theme of someOf(['light', 'dark', 'contrast'] as const, 1)) {
  test(`axe reports no problem in the editor menu, ${theme}`, nightly, async ({ browser }) => {
    const page = await lookedAt(browser, { theme, width: 1440 })
    const playground = new PlaygroundPage(page)
    await playground.open()
    // Wait for the language features, which load after the editor. The menu contains only loaded features.
    await expect(playground.lens).toBeVisible()
    await playground.editorText.click({ button: 'right' })
    const menu = page.locator('.monaco-menu-container')
    await expect(menu).toContainText('Rename Symbol')
    // Axe cannot determine the contrast of text on a transparent background.
    const ground = await menu
      .locator('> .monaco-scrollable-element')
      .evaluate((element) => getComputedStyle(element).backgroundColor)
    const raised = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--raised'))
    expect(ground).toBe(
      await page.evaluate((color) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = color
        return getComputedStyle(probe).color
      }, raised),
    )
    expect(await axeFindings(page, rolesOfMonaco)).toEqual([])
    await page.close()
  })
}

test('under forced colors the selected answer, file and row are visible', nightly, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const files = page.getByRole('navigation', { name: 'Files' })
  for (const chosen of [
    page.getByRole('tab', { selected: true }),
    page.getByRole('group', { name: 'Open files' }).locator('[aria-current]'),
    files.locator('[aria-selected="true"]'),
  ])
    await expect(chosen).toHaveCSS('outline-style', 'solid')
  await expect(playground.tab('Trace')).toHaveCSS('outline-style', 'none')
})
