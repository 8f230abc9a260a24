import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

const script = '"rye/core/runtimes/python/script"'
const node = '"rye/core/runtimes/node/node"'

test('Compare shows the open draft next to another draft in the library', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(script, node)
  await expect(playground.cards.nth(1)).toContainText('node/node')
  await playground.example('Shadowing')
  await playground.answer('Compare')
  await playground.compareWith.selectOption({ label: 'Hello, chain' })
  const table = page.getByTestId('differences-table')
  const chain = table.getByRole('row', { name: /^chain 2/ })
  await expect(chain).toContainText('rye/core/runtimes/node/node')
  await expect(page.getByRole('button', { name: /^Show lines of/ }).first()).toBeVisible()
})

test(
  "Compare shows a draft next to a link, keeps the link's content, and reports its problems",
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    const link = await playground.shareLink()
    await playground.replace(script, node)
    await playground.answer('Compare')
    await playground.compareWith.selectOption({ label: 'a link' })
    const field = page.getByLabel('Link', { exact: true })
    await field.fill(`  ${link}&why=%2Fplan%2Fargs%2F0 `)
    const chain = page.getByTestId('differences-table').getByRole('row', { name: /^chain 2/ })
    await expect(chain.getByRole('cell').nth(0)).toContainText('python/script')
    await expect(chain.getByRole('cell').nth(1)).toContainText('node/node')
    await field.fill('asdf')
    await expect(page.getByRole('alert')).toContainText('does not contain a draft')
    await expect(page.getByTestId('differences-table')).toHaveCount(0)
    await field.fill('https://elsewhere.example/#s.abcd1234')
    await expect(page.getByRole('alert')).toContainText('This short link is stored at https://elsewhere.example.')
    await field.fill('#s.abcd1234')
    await expect(page.getByRole('alert')).toContainText(
      'No short-link server responds at this address. Ask the sender for the long link.',
    )
    await field.fill('#v1.hello-chain-1.%%%%')
    await expect(page.getByRole('alert')).toBeVisible()
    await field.fill('https://elsewhere.example/#example=shadowing')
    await expect(page.getByRole('button', { name: /^Show lines of/ }).first()).toBeVisible()
    await expect(playground.cards.nth(1)).toContainText('node/node')
    await expect(playground.banner).toHaveCount(0)
  },
)

test('Compare shows any history step next to the current one', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(script, node)
  await expect(playground.cards.nth(1)).toContainText('node/node')
  await playground.answer('Parameters')
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Grace')
  await playground.answer('Command')
  await expect(page.getByTestId('plan')).toContainText('Grace')
  await playground.answer('Compare')
  const choice = playground.compareWith
  const table = page.getByTestId('differences-table')
  await choice.selectOption('history:1')
  await expect(table).toContainText('Ada')
  await expect(table.getByRole('row', { name: /^chain/ })).toHaveCount(0)
  await page.keyboard.press('Alt+KeyD')
  await page.getByLabel('Step of the history').fill('0')
  await page.keyboard.press('Escape')
  await choice.selectOption('history:2')
  await expect(table).toContainText('Grace')
  const runtime = table.getByRole('row', { name: /^chain 2/ }).getByRole('cell')
  await expect(runtime.nth(0)).toContainText('node/node')
  // The subject can be any step, too.
  await playground.compareWhat.selectOption('history:1')
  await expect(table).toContainText('Grace')
  await expect(table.getByRole('row', { name: /^chain/ })).toHaveCount(0)
  await choice.selectOption('history:0')
  await expect(runtime.nth(0)).toContainText('python/script')
  await expect(runtime.nth(1)).toContainText('node/node')
})

test(
  'a draft with a long name does not make the select box in Compare wider than a phone',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await playground.openPlain()
    await playground.answer('Parameters')
    await page.getByRole('textbox', { name: 'name', exact: true }).fill('Grace')
    await page.keyboard.press('Alt+KeyD')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('New name').fill('long '.repeat(190))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await playground.example('Shadowing')
    await playground.answer('Compare')
    await playground.compareWith.selectOption({ index: 1 })
    await expect(page.getByTestId('differences-table')).toBeVisible()
    const { width = 0, x = 0 } = (await playground.compareWith.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(390)
  },
)
