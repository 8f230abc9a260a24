import { expect, test, type Locator } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

test('why: winner, template pass and the way on to the variable and every path that was tried', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.argv.getByRole('button', { name: 'python3' }).click()
  await expect(playground.why).toContainText('argv[0]')
  await expect(playground.why).toContainText('rye/core/runtimes/python/script')
  await expect(playground.why).toContainText('Pass 1')
  await expect(page.getByTestId('source-line')).toContainText('${RYE_PYTHON}')
  await playground.why.getByRole('button', { name: '${RYE_PYTHON}' }).hover()
  await expect(page.getByTestId('source-line').locator('mark.marked')).toHaveText('${RYE_PYTHON}')
  await playground.why.getByRole('button', { name: 'why RYE_PYTHON?' }).click()
  await expect(playground.why).toContainText('$RYE_PYTHON')
  await expect(playground.why).toContainText('interpreter search')
  await expect(playground.why).toContainText('.venv/bin')
  // Nothing was found, so the key that counts then is named.
  await expect(playground.why).toContainText('fallback: python3')
})

test('why: the tool config, settings of a request and parameters say who set them', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open('/#example=http-tool')
  await page.getByTestId('retry').getByRole('button', { name: '2', exact: true }).click()
  await expect(playground.why).toContainText('retry.max_attempts')
  await expect(playground.why).toContainText('greeting.yaml')
  await playground.answer('Command')
  await page.getByTestId('plan').getByRole('button', { name: '10 s' }).click()
  await expect(playground.why).toContainText('greeting.yaml')
  await playground.answer('Command')
  await page
    .getByTestId('plan')
    .getByRole('button', { name: /^https:/ })
    .click()
  await playground.why.getByRole('button', { name: 'why language?' }).click()
  await expect(playground.why).toContainText('a default of the config schema')
  await playground.answer('Parameters')
  await page.getByTestId('effective').getByRole('button', { name: 'Ada' }).click()
  await expect(playground.why).toContainText('the caller’s parameters')
  await page.goto('/')
  await playground.chooseItem('rye/web/scraper')
  await page.getByTestId('config').getByRole('button', { name: '1000000' }).click()
  await expect(playground.why).toContainText('config.max_bytes')
  await expect(playground.why).toContainText('.ai/config/web/scraper.yaml')
})

test('why: characters of a final value jump to the source that wrote them', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.argv.getByRole('button', { name: '/project/.ai/tools/demo/greet.py' }).click()
  await expect(page.getByTestId('source-line')).toContainText('{tool_path}')
  await page.getByTestId('source-line').getByRole('button').click()
  await expect(playground.plain()).toHaveAccessibleName(/script\.yaml/)
})

test('what loses is struck through with its reason', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('CONFIG_SCHEMA = {', 'CONFIG = {"timeout": 7}\n\nCONFIG_SCHEMA = {')
  await page.getByRole('button', { name: '7 s' }).click()
  await expect(playground.why).toContainText('demo/greet')
  await expect(playground.why.locator('s')).toContainText('300')
  await expect(playground.why).toContainText('overridden')
})

/** The steps themselves: below one that resolves is its own list of the places that were looked at. */
const rowsOf = (trace: Locator): Locator => trace.locator(':scope > li')

test('the trace steps, filters and copies as text', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Trace')
  const trace = page.getByTestId('trace')
  await expect(rowsOf(trace).first()).toBeVisible()
  const all = await rowsOf(trace).count()
  expect(all).toBeGreaterThan(8)
  await page.getByRole('button', { name: 'Step ›' }).click()
  await expect(trace.locator('[aria-current="step"]')).toContainText('2')
  await page.getByRole('button', { name: 'notes' }).click()
  await expect.poll(() => rowsOf(trace).count()).toBeLessThan(all)
  const copied = await playground.copied(() => page.getByRole('button', { name: 'Copy', exact: true }).click())
  expect(copied).toContain('resolve_env')
  const [link, ...steps] = copied.split('\n')
  expect(link).toContain(await page.evaluate(() => location.origin))
  expect(steps).toHaveLength(all)
})

test('the trace counts what it lists, steps by keyboard, and jumps to the very line', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.answer('Trace')
  const trace = page.getByTestId('trace')
  await expect(rowsOf(trace).first()).toBeVisible()
  const all = await rowsOf(trace).count()
  const timeline = page.getByRole('slider', { name: 'Step of the trace' })
  await timeline.focus()
  await page.keyboard.press('ArrowRight')
  await expect(timeline).toHaveAttribute('aria-valuenow', '2')
  await page.keyboard.press('End')
  await expect(page.getByText(`${all} / ${all}`)).toBeVisible()
  await page.getByRole('button', { name: 'notes' }).click()
  await expect.poll(() => rowsOf(trace).count()).toBeLessThan(all)
  const notes = await rowsOf(trace).count()
  await expect(page.getByText(new RegExp(`^\\d+ / ${notes}$`))).toBeVisible()
  await page.getByRole('button', { name: 'all', exact: true }).click()
  const pass = rowsOf(trace).filter({ hasText: '{tool_path}' }).first()
  await pass.getByRole('button').first().click()
  await pass.getByRole('button', { name: /^open / }).click()
  await expect(playground.plain()).toHaveAccessibleName(/script\.yaml/)
  const marked = await playground
    .plain()
    .evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))
  expect(marked).toContain('{tool_path}')
})

test('parameters: form and JSON say the same, and both are checked at once', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Parameters')
  const json = page.getByLabel('As JSON')
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Grace')
  await expect(json).toHaveValue(/"name": "Grace"/)
  await json.fill('{"name": 3}')
  await expect(page.getByRole('textbox', { name: /^name/ })).toHaveAttribute('aria-invalid', 'true')
  await json.fill('{"name":')
  await expect(playground.status).toContainText('Refused')
  await json.fill('{}')
  await expect(page.getByText('Defaults from the schema')).toBeVisible()
})

test('a space can be left out, and a table shows what each space does alone', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page
    .getByRole('group', { name: 'Spaces in use' })
    .getByRole('button', { name: /system/ })
    .click()
  await expect(playground.status).toContainText('Refused')
  await page
    .getByRole('group', { name: 'Spaces in use' })
    .getByRole('button', { name: /system/ })
    .click()
  await expect(playground.status).toContainText('Ready')
  await page.getByRole('button', { name: 'compare spaces' }).click()
  const matrix = page.getByRole('dialog').getByTestId('matrix')
  await expect(matrix.getByRole('row', { name: /^all/ })).toContainText('ready')
  await expect(matrix.getByRole('row', { name: /^system only/ })).toContainText('not found')
})

test(
  'another item does not inherit the parameters of the one before, and gets its own back',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    await playground.chooseItem('rye/text/count')
    await expect(playground.status).toContainText('Refused')
    await playground.answer('Problems')
    await expect(playground.problems).toContainText('The parameter "text" is required.')
    await playground.answer('Parameters')
    await page.getByRole('textbox', { name: /^text/ }).fill('one two')
    await expect(playground.status).toContainText('Ready')
    await playground.chooseItem('demo/greet')
    await expect(page.getByLabel('As JSON')).toHaveValue(/Ada/)
    await playground.chooseItem('rye/text/count')
    await expect(page.getByLabel('As JSON')).toHaveValue(/one two/)
  },
)

test(
  'what is left out is only asked about: nothing runs meanwhile, and a link does not expect it',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open('/#example=shadowing')
    await expect(playground.status).toContainText('Ready')
    await page
      .getByRole('group', { name: 'Spaces in use' })
      .getByRole('button', { name: /project/ })
      .click()
    const note = page.getByTestId('what-if')
    await expect(note).toContainText('project space')
    // Button and key are the same command.
    for (const act of [
      () => page.getByRole('button', { name: 'Simulate' }).click(),
      () => page.getByRole('button', { name: 'Run on server', exact: true }).click(),
      () => page.keyboard.press('Control+Enter'),
      () => page.keyboard.press('Control+Shift+Enter'),
    ]) {
      await act()
      await expect(playground.notice).toContainText('left out')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await playground.notice.getByRole('button', { name: 'Dismiss' }).click()
      await expect(playground.notice).toHaveCount(0)
    }
    const link = await playground.shareLink()
    await note.getByRole('button', { name: 'Restore' }).click()
    await expect(note).toHaveCount(0)
    await page.goto(link)
    await expect(playground.banner).toBeVisible()
    await expect(playground.status).toContainText('Ready')
    await expect(page.getByTestId('reproduced')).toHaveCount(0)
  },
)

test('a draft that is not ready runs neither by button nor by key', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open('/#example=broken-chain')
  await expect(playground.status).toContainText('Refused')
  for (const name of ['Simulate', 'Run on server'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await page.keyboard.press('Control+Shift+Enter')
  // What the key would have opened would be open before this.
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog')).toHaveAccessibleName('All actions')
})

test('compare names what differs between two points of the history', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('"rye/core/runtimes/python/script"', '"rye/core/runtimes/python/function"')
  await expect(playground.cards.nth(1)).toContainText('python/function')
  await playground.answer('Compare')
  const table = page.getByTestId('differences-table')
  await expect(table).toContainText('rye/core/runtimes/python/script')
  await expect(table).toContainText('rye/core/runtimes/python/function')
})

test('the dialect lens lists only what differs', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search actions/ }).fill('dialects')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeChecked()
  await expect(page.getByTestId('differences-table')).toContainText('chain 2')
})

test(
  'a dialect is switched in the header, said, and switched back; what differs stands beside it',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const dialect = page.getByRole('combobox', { name: 'dialect' })
    await dialect.selectOption('kiwi')
    await expect(playground.status).toContainText('Refused')
    await playground.notice.getByRole('button', { name: 'Switch back' }).click()
    await expect(dialect).toHaveValue('lillux')
    await expect(playground.status).toContainText('Ready')
    await page.getByRole('button', { name: 'Compare dialects' }).click()
    await expect(page.getByTestId('differences-table')).toContainText('chain 2')
  },
)

test(
  'a chain that a switched dialect broke is offered the dialect that holds, with its system space',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const dialect = page.getByRole('combobox', { name: 'dialect' })
    for (const other of ['lilux', 'kiwi']) {
      await dialect.selectOption(other)
      await expect(playground.status).toContainText('Refused')
      await playground.answer('Problems')
      await playground.problems.getByRole('button', { name: 'Change the dialect to lillux' }).first().click()
      await expect(dialect).toHaveValue('lillux')
      await expect(playground.status).toContainText('Ready')
    }
  },
)
