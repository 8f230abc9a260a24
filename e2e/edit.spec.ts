import { expect, test, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

const runtime = 'rye/core/runtimes/python/script'

test('a wrong executor shows a squiggle, a problem with near misses and the broken chain; a fix removes them', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await page
    .getByRole('button', { name: /executor rye/ })
    .first()
    .click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('x')
  await expect(playground.status).toContainText('Refused')
  await expect(playground.cards).toHaveCount(1)
  await expect(page.getByRole('note')).toContainText(runtime)
  await expect(page.locator('.squiggly-error').first()).toBeVisible()
  await playground.answer('Problems')
  const problem = playground.problems.locator('[data-code="executor-not-found"]')
  await expect(problem).toContainText(runtime)
  await problem.getByRole('button', { name: new RegExp(`Change the executor to ${runtime}`) }).click()
  await expect(playground.status).toContainText('Ready to run')
  await expect(playground.cards).toHaveCount(3)
  await expect(playground.problems.locator('[data-code="executor-not-found"]')).toHaveCount(0)
  await expect(page.locator('.squiggly-error')).toHaveCount(0)
})

test('a finding stays under its text when the text is retyped or moves down', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await playground.editorText.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+F')
  await page.keyboard.type(`"${runtime}"`)
  await page.keyboard.press('Escape')
  await page.keyboard.type('"no/such"')
  const squiggle = page.locator('.squiggly-error')
  await expect(squiggle).toHaveCount(1)
  const place = async (): Promise<unknown> => squiggle.boundingBox()
  const before = await place()
  await page.keyboard.press('Shift+Home')
  await page.keyboard.insertText('__executor_id__ = "no/such"')
  await expect.poll(place).toEqual(before)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect.poll(place).not.toEqual(before)
  await page.keyboard.press('Backspace')
  await expect.poll(place).toEqual(before)
})

test('typing keeps mixed line endings, and undo restores the text', nightly, async ({ page }) => {
  const lines = ['version: "1.0.0"\r\n', 'tool_type: runtime\n', 'executor_id: a/b\r\n', 'description: x\n']
  const playground = new PlaygroundPage(page)
  await playground.openDraft({ '/project/.ai/tools/demo/hi.yaml': lines.join('') }, 'demo/hi')
  await playground.switchEditor()
  await playground.editorText.click()
  const kept = (): Promise<unknown> => playground.keptFile('/project/.ai/tools/demo/hi.yaml')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('typed: 1')
  await expect.poll(kept).toBe([...lines, 'typed: 1'].join(''))
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
  await expect.poll(kept).toBe(['\r\n', ...lines, 'typed: 1'].join(''))
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(kept).toBe('')
  await page.keyboard.press('Control+z')
  await expect.poll(kept).toBe(['\r\n', ...lines, 'typed: 1'].join(''))
})

test('a syntax error names its line, and the rest of the page keeps working', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('__version__ = "1.0.0"', '__version__ = "1.0.0')
  await playground.answer('Problems')
  await expect(playground.problems.locator('[data-code="metadata-syntax"]')).toContainText('greet.py:3')
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(playground.status).toContainText('Ready to run')
})

test('a key press requests an analysis and does not load the system space again', async ({ page }) => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    const send = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (message: { kind: string; query?: { kind: string } }) {
      asked.push(message.query?.kind ?? message.kind)
      send.call(this, message)
    }
  })
  const asked = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked.splice(0))
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const system = page.getByRole('tree', { name: 'System files' })
  await expect(system.getByRole('treeitem').first()).toBeVisible()
  await asked()
  await playground.replace('__version__ = "1.0.0"', '__version__ = "2.0.0"')
  await expect(playground.cards.first()).toContainText('2.0.0')
  const first = await asked()
  expect(first).toContain('change')
  expect(first).not.toContain('bundle')
  // Another dialect uses another system space.
  await playground.chooseDialect('kiwi')
  await expect(page.getByText('ryeos-kiwi 1.1.0')).toBeVisible()
  await expect.poll(async () => (await asked()).includes('bundle')).toBe(true)
})

test('a project file with the ID of the runtime shadows the system file, and the card shows it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.fileMenu('/system/ryeos-core/.ai/tools/rye/core/runtimes/python/script.yaml', 'Copy to project')
  const card = playground.cards.nth(1)
  await expect(card).toHaveAccessibleName(/runtime .* project/)
  await expect(card).toContainText('shadowed: the project file wins')
  await expect(page.getByRole('navigation', { name: 'Files' })).toContainText('shadows')
  await expect(page.getByRole('navigation', { name: 'Files' })).toContainText('shadowed')
})

test(
  'in a global search, a user tool that depends on a project runtime breaks the space rule',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    await playground.fileMenu('/system/ryeos-core/.ai/tools/rye/core/runtimes/python/script.yaml', 'Copy to project')
    await playground.fileMenu('/project/.ai/tools/demo/greet.py', 'Move to user')
    await expect(playground.cards.nth(0)).toHaveAccessibleName(/tool .* user/)
    await expect(playground.cards.nth(1)).toHaveAccessibleName(/system/)
    await playground.chooseSearch('global')
    await expect(playground.cards.nth(1)).toHaveAccessibleName(/project/)
    await expect(page.getByText('space: failed').first()).toBeAttached()
    await playground.answer('Problems')
    await expect(playground.problems.locator('[data-code="space-incompatible"]')).toBeVisible()
  },
)

test('Tab leaves the full editor after Escape', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await playground.editorText.click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Tab leaves the editor.')).toBeVisible()
  await page.keyboard.press('Tab')
  const inside = await page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)
  expect(inside).toBe(false)
})

test('completion offers the ID of the runtime', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await page
    .getByRole('button', { name: /executor rye/ })
    .first()
    .click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  for (let at = 0; at < 'script'.length; at++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+Space')
  const list = page.locator('.suggest-widget .monaco-list-row')
  await expect(list.filter({ hasText: runtime }).first()).toBeVisible()
  await list.filter({ hasText: runtime }).first().click()
  await expect(playground.status).toContainText('Ready to run')
})

test('hover shows the file that an ID resolves to', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  // The hovered line moves down when the lens appears above it.
  await expect(playground.lens).toBeVisible()
  const id = page.getByText(/python\/script"/).first()
  const popup = page.locator('.monaco-hover').filter({ hasText: 'resolves to' })
  // A line that moves under the pointer shows no popup until the pointer moves again.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await id.hover()
    await expect(popup).toBeVisible({ timeout: 3_000 })
  }).toPass()
})

test('an unknown key is reported with the likely key, and one click replaces it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('"properties"', '"properites"')
  await playground.answer('Problems')
  const problem = playground.problems.locator('[data-code="metadata-key-unknown"]')
  await expect(problem).toContainText('"properites" in config_schema is not a known key and has no effect.')
  await problem.getByRole('button', { name: 'Write properties' }).click()
  await expect(playground.plain()).toHaveValue(/"properties"/)
  await expect(problem).toHaveCount(0)
})

test(
  'the text of a YAML block has one color to its end, including deeper and empty lines',
  nightly,
  async ({ page }) => {
    const lines = ['first: true', '', '  deeper: true', 'last: 1']
    const block = lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')
    const text = `config:\n  script: |\n${block}\n  after: true\n`
    await openColoured(page, '/project/.ai/tools/demo/hi.yaml', text, 'after:')
    const own = await colored(page, 'first:')
    expect(own).toMatch(/^mtk\d+$/)
    expect([await colored(page, 'deeper:'), await colored(page, 'last:')]).toEqual([own, own])
  },
)

/**
 * Open a file in the full editor and wait until the line with `words` has at least two colors, as for a key and its
 * value.
 */
async function openColoured(page: Page, path: string, text: string, words: string): Promise<void> {
  const playground = new PlaygroundPage(page)
  await playground.openDraft({ [path]: text }, 'demo/hi')
  await playground.switchEditor()
  await expect(playground.editorText).toContainText(words)
  await expect.poll(() => colored(page, words)).toMatch(/ /)
}

/** The colors in the line with these words. */
function colored(page: Page, words: string | RegExp): Promise<string> {
  return page
    .locator('.view-line', { hasText: words })
    .locator('span > span')
    .evaluateAll((parts) => [...new Set(parts.map(({ className }) => className))].join(' '))
}

test(
  'the text of a here-document has one color to its last line, and a bit shift does not begin one',
  nightly,
  async ({ page }) => {
    const text = [
      '# rye: executor_id = rye/core/primitives/execute',
      'before="it is"',
      'n=$((1<<2))',
      'cat <<EOF > "out" # why',
      "it's echo of first",
      'eof',
      'EOF',
      'sleep 11',
      "cat <<-'LAST'",
      '',
      'export second',
      '\tLAST',
      'sleep 22',
      'cat <<< word',
      'sleep 33',
      '',
    ].join('\n')
    await openColoured(page, '/project/.ai/tools/demo/hi.sh', text, 'sleep 11')
    await expect(new PlaygroundPage(page).editorText).toContainText('sleep 33')
    const command = await colored(page, 'sleep 11')
    const own = await colored(page, 'first')
    expect(own).toMatch(/^mtk\d+$/)
    expect(await colored(page, /^eof$/)).toBe(own)
    expect(await colored(page, 'second')).toBe(own)
    for (const line of ['sleep 22', 'sleep 33']) expect([line, await colored(page, line)]).toEqual([line, command])
  },
)

test('the text of a YAML block begins after a header with a comment', nightly, async ({ page }) => {
  const text = 'config:\n  script: |- # why\n    first: true\n      deeper: 1\n  after: true\n'
  await openColoured(page, '/project/.ai/tools/demo/hi.yaml', text, 'after:')
  const own = await colored(page, 'first:')
  expect(own).toMatch(/^mtk\d+$/)
  expect(await colored(page, 'deeper:')).toBe(own)
})
