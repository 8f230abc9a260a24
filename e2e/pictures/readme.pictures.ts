import { expect, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { PlaygroundPage } from '../pages.ts'

const into = (name: string): string => fileURLToPath(new URL(`../../docs/pictures/${name}`, import.meta.url))

test('the picture of the page shows files, editor, chain and command', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.addInitScript(() => localStorage.setItem('rye.view.guide', 'dismissed'))
  await playground.open('/#example=shadowing')
  await expect(playground.status).toContainText('Ready')
  await expect(playground.editorText).toBeVisible()
  await page.screenshot({ path: into('page.png') })
})

test('the picture of a lesson shows it next to the work area', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.addInitScript(() => localStorage.setItem('rye.view.guide', 'dismissed'))
  await playground.open('/#example=learn-space-rule')
  await expect(page.getByRole('complementary', { name: /Lesson/i })).toBeVisible()
  await expect(page.locator('.squiggly-error').first()).toBeVisible()
  await page.screenshot({ path: into('lesson.png') })
})
