import { expect, test, type Locator, type Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import type { Edit } from '../core/learn/edit.ts'
import { asksForResult } from '../core/learn/try-lesson.ts'
import { exampleLessons } from '../core/testing/lessons.ts'
import { finger, keyboard, pointer, type Hand } from './hand.ts'
import { root } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'
import { isNightly } from '../core/testing/nightly.ts'
import { nightly } from './nightly.ts'
import { answerEvery, answerFirst, predictionsOf, putInOrder } from './predictions.ts'

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } as const

/**
 * The ways to do the lessons, each with the lessons of `npm test`. Nightly runs use all lessons. With the pointer,
 * three lessons have all goals reached at the end, so that only the restart resets them. The fourth has all kinds of
 * steps.
 */
const ways = [
  {
    hand: pointer,
    some: ['learn-anchor', 'learn-dotenv', 'learn-signing'],
    // A window of 1024 pixels folds the file list, and build steps need its buttons.
    window: { viewport: { width: 1440, height: 900 } },
  },
  { hand: keyboard, some: ['learn-build-tool', 'learn-why'], window: { viewport: { width: 1024, height: 768 } } },
  { hand: finger, some: ['learn-build-tool'], window: phone },
]

const lessons = exampleLessons()
/** The last lesson of the gallery. */
const last = 'learn-build-graph'

for (const { hand, some, window } of ways)
  test(`with ${hand.name}, a lesson asks for predictions that the engine answers, its steps tick one by one, and a restart unticks them`, async ({
    browser,
  }) => {
    test.setTimeout(isNightly ? 1_800_000 : 120_000)
    const page = await (await browser.newContext({ serviceWorkers: 'block', ...window })).newPage()
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    const lesson = page.getByRole('complementary', { name: 'Lesson' })
    const said = lesson.getByTestId('lesson-said')
    for (const {
      slug,
      lesson: { title, steps },
      start,
      passes,
    } of lessons.filter(({ slug }) => isNightly || some.includes(slug))) {
      await test.step(slug, async () => {
        await page.goto(`/#example=${slug}`)
        await expect(lesson.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 })
        await expect(said).toHaveText(`0 of ${steps.length} steps done.`)
        const predictions = predictionsOf(slug)
        let helped = 0
        for (const [at, step] of steps.entries()) {
          const card = lesson.locator(`[data-step="${step.id}"]`)
          await expect(card).toHaveAttribute('aria-current', 'step')
          await hand.toStep(lesson)
          // The goal is not reached yet.
          if (!step.question) await expect(card.getByRole('list', { name: 'Goals' })).toContainText('found')
          if (step.kind === 'order') await putInOrder(page, slug, step.id, hand)
          else if (step.question) await answerEvery(page, step.id, predictions.get(step.id) ?? [], hand)
          else if (step.edit && hand === keyboard && isText(step.edit)) await make(playground, hand, step.edit)
          else if (step.edit) {
            helped++
            await hand.press(card.getByRole('button', { name: 'Do it for me' }))
          } else if (step.kind === 'build') {
            for (const edit of passes[0]?.edits ?? []) await make(playground, hand, edit)
            // A new tool clears the parameters.
            if (start.parameters !== '{}') await make(playground, hand, { files: [], parameters: start.parameters })
          }
          // A change can also require a run of the changed draft.
          if (!step.question && (!step.edit || step.goals.some(asksForResult)))
            await hand.act(page.getByRole('button', { name: 'Simulate', exact: true }).first(), 'ControlOrMeta+Enter')
          const done = at + 1
          await expect(said).toHaveText(
            `${done === steps.length ? 'All steps are done' : `${done} of ${steps.length} steps done`}${helped > 0 ? `, ${helped} done for you` : ''}.`,
            { timeout: 40_000 },
          )
          // A phone shows the completed step until the learner continues.
          if (hand === finger && done < steps.length)
            await hand.press(lesson.getByRole('button', { name: 'Continue with the next step' }))
        }
        // The button for the next lesson is visible, except in the last lesson. A phone can be too small for it.
        if (hand === finger) await expect(lesson.getByRole('region', { name: 'What you learned' })).toBeInViewport()
        else if (slug !== last)
          await expect(lesson.getByRole('button', { name: /^Next: / })).toBeInViewport({ ratio: 1 })
        await hand.press(lesson.getByRole('button', { name: 'Start this lesson again' }))
        await expect(said).toHaveText(`0 of ${steps.length} steps done.`)
        await expect(lesson.locator('[aria-current="step"]')).toHaveAttribute('data-step', steps[0]?.id ?? '')
      })
    }
    await page.context().close()
  })

/** Whether a learner makes an edit by typing alone. */
function isText(edit: Edit): boolean {
  const parts = Object.keys(edit).filter((part) => part !== 'files' && part !== 'parameters')
  return parts.length === 0 && edit.files.every(({ kind }) => kind === 'replace' || kind === 'write')
}

/** Make an edit without "Do it for me": write and change its files, select its item, and pass its parameters. */
async function make(playground: PlaygroundPage, hand: Hand, { files, item_id, parameters }: Edit): Promise<void> {
  const { page } = playground
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const dialog = page.getByRole('dialog')
  for (const file of files) {
    if (hand === finger) await hand.press(pages.getByRole('button', { name: 'Files' }))
    if (file.kind === 'replace') await retype(playground, file)
    else if (file.kind === 'write') await write(playground, hand, file)
    else throw new Error(`not typed: ${file.kind} ${file.path}`)
  }
  if (hand === finger) await hand.press(pages.getByRole('button', { name: 'Chain' }))
  if (item_id !== undefined) {
    await hand.act(playground.item, 'Alt+I')
    await hand.find(dialog.getByRole('combobox'), item_id, dialog.getByRole('option').first())
  }
  if (parameters === undefined) return
  await hand.act(playground.tab('Input'), 'Alt+5')
  await hand.write(page.getByLabel('As JSON'), parameters)
}

type FileEdit<Kind> = Extract<Edit['files'][number], { readonly kind: Kind }>

/** Write the whole text of a file, which is new in most edits. */
async function write(playground: PlaygroundPage, hand: Hand, { path, text }: FileEdit<'write'>): Promise<void> {
  const { page } = playground
  if (!path.startsWith('/project/')) throw new Error(`not in the project: ${path}`)
  const dialog = page.getByRole('dialog')
  await hand.act(page.getByRole('button', { name: 'New file', exact: true }), 'Alt+N')
  await hand.write(dialog.getByLabel('Path in the space'), path.slice('/project/'.length))
  if (await dialog.getByText('This file already exists.').isVisible()) {
    await page.keyboard.press('Escape')
    await openByName(playground, path)
  } else await hand.press(dialog.getByRole('button', { name: 'Create' }))
  await expect(dialog).toHaveCount(0)
  await expect(playground.plain()).toHaveAccessibleName(`Text of ${path}`)
  await hand.write(playground.plain(), text)
}

/** Select a part of a file with the arrow keys, and type another one, key by key. */
async function retype(playground: PlaygroundPage, { path, find, put }: FileEdit<'replace'>): Promise<void> {
  const { keyboard: keys } = playground.page
  await openByName(playground, path)
  const [above = '', after] = (await playground.plain().inputValue()).split(find)
  if (after === undefined) throw new Error(`${find} is not in ${path}`)
  const lines = above.split('\n')
  await keys.press('ControlOrMeta+Home')
  for (let line = 1; line < lines.length; line++) await keys.press('ArrowDown')
  for (let column = 0; column < (lines.at(-1)?.length ?? 0); column++) await keys.press('ArrowRight')
  for (let letter = 0; letter < find.length; letter++) await keys.press('Shift+ArrowRight')
  if (put === '') await keys.press('Delete')
  else await keys.type(put)
}

/** Open a file by its path, and go to its text. */
async function openByName(playground: PlaygroundPage, path: string): Promise<void> {
  const { page } = playground
  await page.keyboard.press('ControlOrMeta+P')
  const dialog = page.getByRole('dialog', { name: 'Go to a file' })
  await keyboard.write(dialog.getByRole('combobox'), path)
  const [, space = '', short = ''] = /^\/([^/]+)\/(.+)$/.exec(path) ?? []
  await expect(dialog.getByRole('option').first()).toHaveText(`${short} ${space}`)
  await page.keyboard.press('Enter')
  await expect(playground.plain()).toHaveAccessibleName(`Text of ${path}`)
  await page.keyboard.press('Alt+0')
  await expect(playground.plain()).toBeFocused()
}

/** The controls that lessons name by label, with their locators at every window size. */
const named: Readonly<Record<string, (page: Page) => Locator>> = {
  ...Object.fromEntries(
    ['Command', 'Problems', 'Input', 'Output', 'Trace'].map((name) => [
      name,
      (page: Page) => new PlaygroundPage(page).tab(name),
    ]),
  ),
  Integrity: (page) => page.getByRole('button', { name: /^More/ }),
  Simulate: (page) => page.getByRole('button', { name: 'Simulate', exact: true }),
  Undo: (page) => page.getByRole('button', { name: 'Undo', exact: true }).first(),
  'the list of all actions': (page) => page.getByRole('button', { name: 'Help', exact: true }),
}

const texts = readdirSync(`${root}examples`)
  .filter((slug) => slug.startsWith('learn-'))
  .map((slug) => readFileSync(`${root}examples/${slug}/lesson.yaml`, 'utf8'))
  .join('\n')

test(
  'controls that a lesson names are on the screen at every size, and a phone shows one step with large targets',
  nightly,
  async ({ page }) => {
    test.setTimeout(120_000)
    const playground = new PlaygroundPage(page)
    const asked = Object.entries(named).filter(([name]) => texts.toLowerCase().includes(name.toLowerCase()))
    expect(asked.length).toBeGreaterThan(8)
    await playground.openPlain('/#example=learn-three-layers')
    const lesson = page.getByRole('complementary', { name: 'Lesson' })
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [721, 1000],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [name, find] of asked) {
        // The page renders the panes again after a resize, so an element can disappear during the check.
        await expect(async () => {
          await find(page).scrollIntoViewIfNeeded({ timeout: 2000 })
          await expect(find(page), `${name} at ${width}`).toBeInViewport({ timeout: 2000 })
        }).toPass({ timeout: 20_000 })
      }
      // The dialect, the search and the dev mode are behind one button.
      await playground.withRules(async () => {
        await expect(playground.dialect).toBeInViewport()
        await expect(playground.devMode).toBeInViewport()
      })
      await expect(lesson.locator('[data-step]')).toHaveCount(width > 720 ? 6 : 1)
      if (width === 1440) {
        // The labels of a file menu are complete, even in a narrow file column next to the lesson.
        await page.getByRole('button', { name: 'Actions for /project/.ai/tools/demo/hello.py', exact: true }).click()
        for (const name of ['Copy to user', 'Move to user'])
          await expect(page.getByRole('menuitem', { name })).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Escape')
      }
      // The lesson is next to the work area, or under it in a narrow window, but never covers it.
      const box = await lesson.boundingBox()
      const work = await page.locator('main').boundingBox()
      const panes = await page.locator('main [data-panes], main.phone').first().boundingBox()
      if (!box || !work || !panes) throw new Error('nothing to measure')
      const over = width > 899 ? panes.x + panes.width - box.x : panes.y + panes.height - box.y
      expect(over, `${width}`).toBeLessThanOrEqual(1)
      // The editor is wide enough for lines of forty characters.
      if (width > 720) {
        const editor = await page.getByRole('region', { name: 'Editor' }).boundingBox()
        expect(editor?.width, `editor at ${width} px`).toBeGreaterThan(300)
      }
    }
    const small = await lesson.getByRole('button').evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width < 24 || height < 24 ? [`${one.textContent} ${width}x${height}`] : []
      }),
    )
    expect(small).toEqual([])
    // The narrowest phone shows the hint, and the text before and after "Do it".
    await page.setViewportSize({ width: 360, height: 640 })
    await answerFirst(page, 'learn-three-layers')
    await lesson.getByRole('button', { name: 'Continue with the next step' }).click()
    await lesson.getByRole('button', { name: 'Hint' }).click()
    const hint = lesson.getByText('edit the line that starts with')
    await hint.scrollIntoViewIfNeeded()
    await expect(hint).toBeInViewport({ ratio: 1 })
    expect(await lesson.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await lesson.getByRole('button', { name: 'Do it for me' }).click()
    // The notice is between the work area and the lesson, and covers neither.
    const notice = await playground.notice.boundingBox()
    const [above, below] = [await page.locator('main').boundingBox(), await lesson.boundingBox()]
    expect(notice?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    await lesson.getByRole('button', { name: 'My attempt at step 2 and the solution' }).click()
    const sides = page.getByTestId('file-diff')
    await expect(sides.locator('.gone')).toBeInViewport()
    await expect(sides.locator('.new')).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.getByRole('button', { name: 'Restore my attempt' }).click()
    await expect(playground.status).toContainText('Refused')
  },
)
