import { expect, test, type Page } from '@playwright/test'
import { isNightly } from '../core/testing/nightly.ts'
import { startServer } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'
import { answerFirst, predictionsOf } from './predictions.ts'

const slug = 'learn-shadowing'

/** The times at which the teacher's page shows the first dot of each learner, by name, in milliseconds. */
type Noted = typeof globalThis & { dots?: Record<string, number>; clicked?: number }

async function noteDots(teacher: Page): Promise<void> {
  await teacher.evaluate(() => {
    const dots: Record<string, number> = {}
    ;(globalThis as Noted).dots = dots
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('[role="dialog"] tr, dialog tr')) {
        const name = row.querySelector('th')?.textContent ?? ''
        if (row.querySelector('td')?.textContent.includes('●')) dots[name] ??= Date.now()
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Note the time of a learner's last click. */
async function noteClicks(learner: Page): Promise<void> {
  await learner.evaluate(() => {
    addEventListener('click', () => ((globalThis as Noted).clicked = Date.now()), true)
  })
}

/** The time from a learner's click to the dot on the teacher's page: the median and the maximum, in milliseconds. */
async function delays(teacher: Page, names: readonly string[], learners: readonly Page[]) {
  const dots = await teacher.evaluate(() => (globalThis as Noted).dots ?? {})
  const all: number[] = []
  for (const [at, name] of names.entries()) {
    const clicked = await learners[at]?.evaluate(() => (globalThis as Noted).clicked)
    const dot = dots[name]
    if (clicked !== undefined && dot !== undefined) all.push(dot - clicked)
  }
  const sorted = all.sort((a, b) => a - b)
  return { learners: all.length, median_ms: sorted[Math.floor(all.length / 2)], most_ms: sorted.at(-1) }
}

test('a class: learners join with a name, the teacher sees steps, wrong predictions and requests for help, until it ends', async ({
  page,
  browser,
}) => {
  test.setTimeout(isNightly ? 900_000 : 300_000)
  const names = Array.from({ length: isNightly ? 30 : 5 }, (_, index) => `<b>Learner</b> ${index + 1}`)
  const server = await startServer('--class')
  const origin = new URL(server.address).origin
  const teacher = new PlaygroundPage(page)
  await teacher.openPlain(server.address)
  await teacher.action('Show the class')
  const room = page.getByRole('dialog', { name: 'Class' })
  const link = await room.getByTestId('class-link').inputValue()
  expect(link).toMatch(/#class=[\w-]{16}$/)

  const learners: Page[] = []
  for (const name of names) {
    const learner = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await new PlaygroundPage(learner).openPlain(link)
    expect(learner.url()).not.toContain('class=')
    await learner.getByLabel('Your name in the class').fill(name)
    await learner.getByRole('button', { name: 'Join the class' }).click()
    await expect(learner.getByRole('region', { name: 'Class' })).toContainText(name)
    await expect(learner.getByRole('dialog', { name: 'Examples' })).toBeVisible()
    await learner.keyboard.press('Escape')
    await learner.goto(`${origin}/#example=${slug}`)
    await expect(learner.getByRole('group', { name: 'Your prediction' })).toBeVisible()
    learners.push(learner)
  }
  await expect(room).toContainText(`${names.length} learners`)

  // The first learner makes a wrong prediction, then the right one, and asks for help with a changed draft.
  const [first] = learners
  if (!first) throw new Error('no learner')
  const wrong = [...predictionsOf(slug).values()][0]?.find(({ right }) => !right)?.text.replaceAll('`', '') ?? ''
  await first.getByLabel(wrong, { exact: true }).check()
  await first.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(room.getByRole('list', { name: 'Wrong predictions' })).toContainText('Step 1: ')
  await expect(room.getByRole('list', { name: 'Wrong predictions' })).toContainText('(1 learner)')
  await noteDots(page)
  for (const learner of learners) {
    await noteClicks(learner)
    await answerFirst(learner, slug)
  }
  const row = (name: string) =>
    room.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  for (const name of names) await expect(row(name).getByRole('cell').first()).toContainText('●')
  const figures = await delays(page, names, learners)
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
  expect(figures.learners).toBe(names.length)
  // A report that does not reach the server is sent again.
  await first.context().setOffline(true)
  await first.getByRole('button', { name: 'Do it for me' }).click()
  await expect(first.getByRole('region', { name: 'Class' })).toContainText('The class server does not answer.')
  await first.context().setOffline(false)
  await expect(
    row(names[0] ?? '')
      .getByRole('cell')
      .nth(1),
  ).toContainText('◐')
  await first.getByRole('button', { name: 'Ask for help' }).click()
  const [seen] = await Promise.all([
    page.context().waitForEvent('page'),
    room.getByRole('list', { name: 'Requests for help' }).getByRole('link').click(),
  ])
  await expect(seen.getByRole('treeitem', { name: /python\.yaml/ })).toHaveCount(2)
  await seen.close()
  await first.getByRole('button', { name: 'Stop asking for help' }).click()
  await expect(room.getByRole('list', { name: 'Requests for help' })).toHaveCount(0)

  // After a reload and in the next lesson, the reports about the first lesson stay.
  await first.reload()
  await first.goto(`${origin}/#example=learn-three-layers`)
  await expect(room.getByRole('table')).toHaveCount(2)
  await expect(room.getByRole('rowheader', { name: names[0] ?? '', exact: true })).toHaveCount(2)
  await expect(row(names[0] ?? '').first()).toContainText('◐')
  await expect(room.getByRole('list', { name: 'Wrong predictions' })).toContainText('(1 learner)')

  await room.getByRole('button', { name: 'End the class' }).click()
  await room.getByRole('button', { name: 'Remove all names and reports' }).click()
  await expect(room.getByTestId('class-over')).toBeVisible()
  await first.getByRole('button', { name: 'Ask for help' }).click()
  await expect(first.getByRole('region', { name: 'Class' })).toContainText('The class has ended.')
  for (const learner of learners) await learner.context().close()
  server.stop()
})

test('a sheet has the chain and the choices of the first question of a lesson, and only it is printed', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain(`/#example=${slug}`)
  await playground.action('Print a sheet of the lesson and the chain')
  const sheet = page.getByRole('article', { name: 'Sheet' })
  const choices = [...predictionsOf(slug).values()][0] ?? []
  for (const { text } of choices) await expect(sheet).toContainText(`☐ ${text.replaceAll('`', '')}`)
  await expect(sheet.getByRole('list', { name: 'Chain on the sheet' }).getByRole('listitem')).toHaveCount(3)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden()
  await expect(page.locator('.page')).toBeHidden()
})

test('a server without a class says so to a learner who opens an old link', async ({ page }) => {
  await new PlaygroundPage(page).openPlain('/#class=abcdefgh12345678')
  await page.getByLabel('Your name in the class').fill('Ada')
  await page.getByRole('button', { name: 'Join the class' }).click()
  await expect(page.getByText('This server has no class. Start it with npm start -- --class.')).toBeVisible()
})
