import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

test('there are five tabs, More contains Compare, and both work by keyboard', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(page.getByRole('tab')).toHaveText(['Command', 'Problems', 'Input', 'Output', 'Trace'])
  const panel = page.getByRole('tabpanel')
  const more = page.getByRole('button', { name: /^More/ })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Compare', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toHaveAccessibleName('Compare')
  await expect(more).toHaveAccessibleName('More: Compare')
  await expect(more).toBeFocused()
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)
  // No tab is selected, so the arrow keys start at the first tab.
  await page.keyboard.press('Shift+Tab')
  await expect(playground.tab('Command')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(playground.tab('Problems')).toBeFocused()
  await expect(playground.tab('Problems')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(playground.tab('Trace')).toHaveAttribute('aria-selected', 'true')
})

test('the keys of the former answers open the places of those answers today', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const panel = page.getByRole('tabpanel')
  for (const [key, name] of [
    ['3', 'Problems'],
    ['4', 'Trace'],
    ['5', 'Input'],
    ['6', 'Output'],
    ['8', 'Compare'],
    ['9', 'Integrity'],
    ['1', 'Command'],
  ] as const) {
    await page.keyboard.press(`Alt+${key}`)
    await expect(panel).toHaveAccessibleName(name)
  }
  // Alt+2 explains the first value of the command.
  await page.keyboard.press('Alt+2')
  await expect(playground.why).toContainText('argv[0]')
  await page.keyboard.press('Alt+7')
  await expect(page.getByRole('checkbox', { name: /A virtual environment exists/ })).toBeInViewport()
})

for (const [name, panel] of [
  ['results', 'Output'],
  ['parameters', 'Input'],
  ['world', 'Input'],
  ['integrity', 'Integrity'],
  ['compare', 'Compare'],
  ['output', 'Output'],
] as const) {
  test(`a link to the answer ${name} opens ${panel}`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open(`/#example=hello-chain&show=${name}`)
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(panel)
    if (name === 'world') await expect(page.getByTestId('faults')).toBeInViewport()
  })
}

test('Why opens under its value, once, and a second click closes it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const value = playground.argv.locator('.ask').first()
  await value.click()
  await expect(playground.why).toHaveCount(1)
  const [above, under] = [await value.boundingBox(), await playground.why.boundingBox()]
  expect(under?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1)
  await expect(playground.argv).toBeVisible()
  await value.click()
  await expect(playground.why).toHaveCount(0)
})

test('a link to a parameter or a host variable opens Why, and a link to a missing value says so', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open('/#example=hello-chain&why=/parameters/effective/name')
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName('Input')
  await expect(playground.why).toContainText('the caller’s parameters')
  await playground.open('/#example=hello-chain&why=/env/PATH')
  await expect(page.getByTestId('env').getByTestId('why')).toContainText('PATH')
  await playground.open('/#example=hello-chain&why=/plan/args/9')
  await expect(page.getByRole('note')).toContainText('The current result does not contain argv[10]')
})

test('many hints become one row per code, and the open row lists them', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  const tool =
    '__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "rye/core/runtimes/python/script"\n__category__ = "many"\n'
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`/project/.ai/tools/many/t${index}.py`, tool]),
  )
  await playground.openDraft(files, 'many/t0')
  await playground.answer('Problems')
  await page.getByRole('button', { name: 'whole project' }).click()
  const list = page.getByTestId('project-problems')
  const bulk = list.locator('details').first()
  await expect(bulk.locator('summary')).toContainText(/^8 hints/)
  await expect(bulk.getByRole('listitem')).toHaveCount(0)
  await bulk.locator('summary').click()
  await expect(bulk.getByRole('listitem')).toHaveCount(8)
})
