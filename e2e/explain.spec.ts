import { expect, test, type Locator } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

test('Why shows the winner, the template pass, and the path to the variable and every candidate', async ({ page }) => {
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
  // No interpreter is found, so Why names the configuration key of the fallback.
  await expect(playground.why).toContainText('fallback: python3')
})

test('Why shows the origin of the tool config, request settings and parameters', nightly, async ({ page }) => {
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
  await expect(playground.why).toContainText('a default in the config schema')
  await playground.answer('Parameters')
  await page.getByTestId('effective').getByRole('button', { name: 'Ada' }).click()
  await expect(playground.why).toContainText('the caller’s parameters')
  await page.goto('/')
  await playground.chooseItem('rye/web/scraper')
  await page.getByTestId('config').getByRole('button', { name: '1000000' }).click()
  await expect(playground.why).toContainText('config.max_bytes')
  await expect(playground.why).toContainText('.ai/config/web/scraper.yaml')
})

test('Why leads from characters of a final value to their source', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.argv.getByRole('button', { name: '/project/.ai/tools/demo/greet.py' }).click()
  await expect(page.getByTestId('source-line')).toContainText('{tool_path}')
  await page.getByTestId('source-line').getByRole('button').click()
  await expect(playground.plain()).toHaveAccessibleName(/script\.yaml/)
})

test('an unused value is struck through with its reason', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('CONFIG_SCHEMA = {', 'CONFIG = {"timeout": 7}\n\nCONFIG_SCHEMA = {')
  await page.getByRole('button', { name: '7 s' }).click()
  await expect(playground.why).toContainText('demo/greet')
  await expect(playground.why.locator('s')).toContainText('300')
  await expect(playground.why).toContainText('overridden')
})

/** The top-level rows of a trace. The row of a step that resolves an item contains a list of candidate paths. */
const rowsOf = (trace: Locator): Locator => trace.locator(':scope > li')

test('the trace can be stepped through, filtered and copied as text', async ({ page }) => {
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
  const copied = await playground.copied(() => page.getByRole('button', { name: 'Copy trace', exact: true }).click())
  expect(copied).toContain('resolve_env')
  const [link, ...steps] = copied.split('\n')
  expect(link).toContain(await page.evaluate(() => location.origin))
  expect(steps).toHaveLength(all)
})

test('the trace shows its count, steps by keyboard, and jumps to the exact line', nightly, async ({ page }) => {
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

test('the parameter form and the JSON stay equal, and both are checked immediately', nightly, async ({ page }) => {
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

test('a space can be excluded, and a table shows the effect of each space', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Compare')
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
  const matrix = page.getByTestId('matrix')
  await expect(matrix.getByRole('row', { name: /^all/ })).toContainText('ready')
  await expect(matrix.getByRole('row', { name: /^system only/ })).toContainText('not found')
})

test('each item keeps its own parameters when another item is chosen', nightly, async ({ page }) => {
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
})

test(
  'leaving out a space is only an analysis: it cannot run, and a link does not include it',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open('/#example=shadowing')
    await expect(playground.status).toContainText('Ready')
    await playground.answer('Compare')
    await page
      .getByRole('group', { name: 'Spaces in use' })
      .getByRole('button', { name: /project/ })
      .click()
    const note = page.getByTestId('what-if')
    await expect(note).toContainText('project space')
    // The buttons and the keys run the same commands.
    for (const act of [
      () => page.getByRole('button', { name: 'Simulate' }).click(),
      () => page.getByRole('button', { name: 'Run on server', exact: true }).click(),
      () => page.keyboard.press('Control+Enter'),
      () => page.keyboard.press('Control+Shift+Enter'),
    ]) {
      await act()
      await expect(playground.question).toContainText('excluded')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await playground.question.getByRole('button', { name: 'Cancel' }).click()
      await expect(playground.question).toHaveCount(0)
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

test('a draft that is not ready does not run by button or key', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open('/#example=broken-chain')
  await expect(playground.status).toContainText('Refused')
  for (const name of ['Simulate', 'Run on server'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await page.keyboard.press('Control+Shift+Enter')
  // If the shortcut had opened a dialog, the dialog would be open after these steps.
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog')).toHaveAccessibleName('All actions')
})

test('Compare lists the differences between two points of the history', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('"rye/core/runtimes/python/script"', '"rye/core/runtimes/python/function"')
  await expect(playground.cards.nth(1)).toContainText('python/function')
  await playground.answer('Compare')
  const table = page.getByTestId('differences-table')
  await expect(table).toContainText('rye/core/runtimes/python/script')
  await expect(table).toContainText('rye/core/runtimes/python/function')
})

test('the dialect lens lists only differences', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search actions/ }).fill('dialects')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeChecked()
  await expect(page.getByTestId('differences-table')).toContainText('chain 2')
})

test(
  'the dialect is switched in the rules, announced, and switched back; differences are listed next to it',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const dialect = playground.dialect
    await playground.chooseDialect('kiwi')
    await expect(playground.status).toContainText('Refused')
    await playground.notice.getByRole('button', { name: 'Switch back' }).click()
    await expect(dialect).toHaveValue('lillux')
    await expect(playground.status).toContainText('Ready')
    await playground.openRules()
    await page.getByRole('button', { name: 'Compare dialects' }).click()
    await expect(page.getByTestId('differences-table')).toContainText('chain 2')
  },
)

test(
  'a chain that a dialect switch broke offers the working dialect with its system space',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const dialect = playground.dialect
    for (const other of ['lilux', 'kiwi']) {
      await playground.chooseDialect(other)
      await expect(playground.status).toContainText('Refused')
      await playground.answer('Problems')
      await playground.problems.getByRole('button', { name: 'Change the dialect to lillux' }).first().click()
      await expect(dialect).toHaveValue('lillux')
      await expect(playground.status).toContainText('Ready')
    }
  },
)
