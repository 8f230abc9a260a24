import { expect, test } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { root } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'

interface Lesson {
  readonly title: string
  readonly steps: readonly { readonly id: string; readonly do?: object }[]
}

/** Three whose goals all hold at their end, so that only the start can untick them; at night every one. */
const some = ['learn-anchor', 'learn-dotenv', 'learn-signing']
const lessons = readdirSync(`${root}examples`)
  .filter((slug) => (process.env['RYE_NIGHTLY'] ? slug.startsWith('learn-') : some.includes(slug)))
  .map((slug) => [slug, parse(readFileSync(`${root}examples/${slug}/lesson.yaml`, 'utf8')) as Lesson] as const)

test('lessons in the page: the start ticks nothing, "Do it" ticks its steps one by one, and the start unticks them', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  const said = lesson.getByTestId('lesson-said')
  for (const [slug, { title, steps }] of lessons) {
    await test.step(slug, async () => {
      await page.goto(`/#example=${slug}`)
      await expect(lesson.getByRole('heading', { name: title })).toBeVisible()
      await expect(said).toHaveText(`0 of ${steps.length} steps done.`)
      for (const [at, step] of steps.entries()) {
        const card = lesson.locator(`[data-step="${step.id}"]`)
        await expect(card).toHaveAttribute('aria-current', 'step')
        // What is wanted is not there yet.
        await expect(card.getByRole('list', { name: 'Goals' })).toContainText('found')
        if (step.do) await card.getByRole('button', { name: 'Do it' }).click()
        else await page.getByRole('button', { name: 'Simulate', exact: true }).click()
        const done = at + 1
        await expect(said).toHaveText(
          done === steps.length ? 'All steps are done.' : `${done} of ${steps.length} steps done.`,
          { timeout: 40_000 },
        )
      }
      await lesson.getByRole('button', { name: 'Start this lesson again' }).click()
      await expect(said).toHaveText(`0 of ${steps.length} steps done.`)
      await expect(lesson.locator('[aria-current="step"]')).toHaveAttribute('data-step', steps[0]?.id ?? '')
    })
  }
})
