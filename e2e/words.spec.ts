import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

test('a term shows a short explanation and leads to the documentation; Help opens glossary and news', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const meaning = page.getByTestId('term').filter({ visible: true })

  // In the header, the explanation shows the term and the current choice.
  await playground.openRules()
  await page.getByRole('button', { name: 'What is dialect?' }).click()
  await expect(meaning).toHaveCount(2)
  await expect(meaning.first()).toContainText('one of three generations of the rules')
  await expect(meaning.last()).toContainText('The newest dialect, and the default')
  await expect(meaning.first().getByRole('link', { name: 'learn more' })).toHaveAttribute('href', /#docs\/dialect$/)
  await page.keyboard.press('Escape')
  await expect(meaning).toHaveCount(0)

  // With the keyboard, a lamp shows its rule.
  const lamp = page.getByRole('button', { name: /^space\s*: ok$/ }).first()
  await lamp.focus()
  await page.keyboard.press('Enter')
  await expect(meaning.last()).toContainText('space')
  for (const side of ['left', 'right'] as const)
    expect(await meaning.last().evaluate((one, edge) => one.getBoundingClientRect()[edge], side)).toBeLessThan(1440)
  await page.keyboard.press('Escape')
  await expect(lamp).toBeFocused()

  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('button', { name: 'Glossary' }).click()
  const glossary = page.getByRole('dialog', { name: 'Glossary' })
  await glossary.getByLabel('Find a word').fill('fingerprint')
  await expect(glossary.getByRole('term')).toHaveText(['digest'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('button', { name: 'What’s new' }).click()
  const news = page.getByRole('dialog', { name: 'What’s new' })
  await expect(news.getByRole('heading', { name: 'Security' })).toBeVisible()
  await expect(news.getByRole('listitem').first()).toBeVisible()
})
