import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

test('a problem leads to its page, search leads to another page, and the example of a page opens as a draft', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft({ '/project/.ai/tools/a.yaml': 'executor_id: a\n' }, 'a')
  await playground.answer('Problems')
  await playground.problems.getByRole('link', { name: 'chain-cycle' }).click()
  const docs = page.getByRole('dialog', { name: 'Documentation' })
  await expect(docs.getByRole('heading', { name: 'chain-cycle' })).toBeVisible()
  await expect(page).toHaveURL(/#docs\/chain-cycle$/)

  await docs.getByRole('searchbox').fill('shadowed')
  await docs
    .getByTestId('docs-found')
    .getByRole('link', { name: /^R1\.5/ })
    .click()
  await expect(docs.getByRole('article', { name: /^R1\.5/ })).toBeFocused()
  await page.goBack()
  await expect(docs.getByRole('heading', { name: 'chain-cycle' })).toBeVisible()
  await page.goForward()

  await docs.getByRole('button', { name: 'Open example' }).click()
  await expect(docs).toHaveCount(0)
  await expect(playground.cards.first()).toContainText('t')
  await expect(page).not.toHaveURL(/#/)

  await page.goto('/#docs/no_such_key')
  await expect(docs).toContainText('No page “no_such_key”')
  await page.goto('/#docs/child_constraints')
  await expect(docs.getByRole('article')).toContainText('min_version')
  await page.keyboard.press('Escape')
  await expect(docs).toHaveCount(0)
  await expect(page).not.toHaveURL(/#/)
})
