import { expect, test, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

const runtime = 'rye/core/runtimes/python/script'
const systemRuntime = `/system/ryeos-core/.ai/tools/${runtime}.yaml`
const ownRuntime = `/project/.ai/tools/${runtime}.yaml`
const tool = '/project/.ai/tools/demo/greet.py'

// The window is tall enough for every line of a runtime, because the editor renders only visible lines.
test.use({ viewport: { width: 1440, height: 1400 } })

async function openFull(page: Page): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.lens).toBeVisible()
  return playground
}

/** Open the full editor with a tool that uses a project runtime. */
async function openWithOwnRuntime(page: Page): Promise<PlaygroundPage> {
  const playground = await openFull(page)
  await playground.fileMenu(systemRuntime, 'Copy to project')
  await expect(playground.cards.nth(1)).toHaveAccessibleName(/project/)
  return playground
}

test('F2 renames an item in its file’s name and in every file that names it, in one step', async ({ page }) => {
  const playground = await openWithOwnRuntime(page)
  await playground.showFile(tool)
  await playground.piece('python/script').click()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: /^Rename input/ })
  await expect(field).toHaveValue(runtime)
  await field.fill('mine/run')
  await field.press('Enter')
  await expect(playground.cards.nth(1)).toContainText('mine/run')
  await expect(page.getByRole('button', { name: 'Actions for /project/.ai/tools/mine/run.yaml' })).toBeAttached()
  await playground.showFile(tool)
  await expect(playground.editorText).toContainText('"mine/run"')
  await playground.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.cards.nth(1)).toContainText(runtime)
  await expect(playground.editorText).toContainText(runtime)
})

test('the palette renames an item without the full editor and lists the effects first', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.fileMenu(systemRuntime, 'Copy to project')
  await expect(playground.plain()).toHaveAccessibleName(new RegExp(ownRuntime))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search actions/ }).fill('rename')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rename item' })
  const field = dialog.getByLabel(`New ID of ${runtime}`)
  await field.fill('demo/greet')
  await expect(dialog.getByRole('alert')).toContainText('already exists')
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled()
  await field.fill('mine/run')
  await expect(dialog.getByRole('listitem')).toHaveText([tool])
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(playground.cards.nth(1)).toContainText('mine/run')
  await playground.showFile(tool)
  await expect(playground.plain()).toHaveValue(/__executor_id__ = "mine\/run"/)
})

test('a renamed tool is still the analyzed item', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.fileMenu(tool, 'Rename demo/greet everywhere…')
  await page.getByLabel('New ID of demo/greet').fill('demo/hello')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(playground.cards.nth(0)).toContainText('demo/hello')
  await expect(playground.argv).toContainText('/project/.ai/tools/demo/hello.py')
})

test('a system item cannot be renamed, and the editor shows why', nightly, async ({ page }) => {
  const playground = await openFull(page)
  await playground.piece('python/script').click()
  await page.keyboard.press('F2')
  await expect(page.locator('.monaco-editor-overlaymessage')).toContainText('System files are read-only')
})

test('F12 opens the file that an ID names', async ({ page }) => {
  const playground = await openFull(page)
  await playground.piece('python/script').click()
  await page.keyboard.press('F12')
  await expect(page.getByRole('region', { name: 'Editor' })).toContainText(systemRuntime)
  await expect(playground.editorText).toContainText('executor_id: rye/core/primitives/execute')
})

test('Shift+F12 lists every place that names an ID, including those in files that were never opened', async ({
  page,
}) => {
  const playground = await openFull(page)
  await playground.showFile(systemRuntime)
  await playground.piece('primitives/execute').click()
  await page.keyboard.press('Shift+F12')
  const list = page.locator('.reference-zone-widget')
  await expect(list).toContainText('References (8)')
  await list.getByRole('treeitem', { name: /function\.yaml/ }).click()
  await list.getByRole('treeitem', { name: /executor_id.* in function\.yaml/ }).click()
  await expect(list.locator('.preview')).toContainText('calls its execute(params, project_path)')
})

test('a file that was previewed in the list is editable and stored once it is open', nightly, async ({ page }) => {
  const playground = await openWithOwnRuntime(page)
  await page.getByRole('button', { name: 'Close script.yaml' }).click()
  await playground.showFile(systemRuntime)
  await playground.piece('primitives/execute').click()
  await page.keyboard.press('Shift+F12')
  const list = page.locator('.reference-zone-widget')
  await list.getByRole('treeitem', { name: /script\.yaml, full path \/project/ }).click()
  await expect(list.getByRole('treeitem', { name: /executor_id.* in script\.yaml/ })).not.toHaveCount(0)
  await playground.showFile(ownRuntime)
  await playground.piece('tool_type').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('# kept')
  await playground.kept('# kept')
})

test(
  'in the list of references a system file is read-only and a project file is editable',
  nightly,
  async ({ page }) => {
    await openFull(page)
    await new PlaygroundPage(page).piece('python/script').click()
    await page.keyboard.press('Shift+F12')
    const list = page.locator('.reference-zone-widget')
    const preview = list.locator('.preview')
    await preview.getByText('Greets', { exact: false }).last().click()
    await page.keyboard.type('MINE')
    await expect(preview).toContainText('MINE')
    await list.getByRole('treeitem', { name: /bash\.py/ }).click()
    await list.getByRole('treeitem', { name: /executor_id.* in bash\.py/ }).click()
    await expect(preview).toContainText('Run a line of bash')
    await preview.getByText('__executor_id__').click()
    await page.keyboard.type('LOST')
    await expect(page.getByText('System files are read-only.').first()).toBeVisible()
    await expect(preview).not.toContainText('LOST')
  },
)

test('Ctrl turns an ID into a link to its file, even if it was never opened', nightly, async ({ page }) => {
  const wrong: string[] = []
  page.on('pageerror', ({ message }) => wrong.push(message))
  const playground = await openFull(page)
  await page.keyboard.down('Control')
  await playground.piece('python/script').hover()
  // The hover shows the first lines of the file.
  await expect(page.locator('.monaco-hover').filter({ visible: true })).toContainText('tool_type')
  await page.locator('.goto-definition-link').click()
  await page.keyboard.up('Control')
  await expect(page.getByRole('region', { name: 'Editor' })).toContainText(systemRuntime)
  expect(wrong).toEqual([])
})

test('the lens above an executor line shows its target and opens it', async ({ page }) => {
  const playground = await openFull(page)
  await expect(playground.lens).toHaveText('→ script.yaml (system)')
  // The lens shows the engine's latest answer: after a misspelling, even when the focus moves immediately, and after
  // undo.
  await page.getByRole('button', { name: 'Misspell the name' }).click()
  await playground.answer('Problems')
  await expect(playground.lens).toHaveText('→ not found')
  await page.getByTitle('Undo last change').click()
  await expect(playground.lens).toHaveText('→ script.yaml (system)')
  await playground.lens.getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Editor' })).toContainText('read-only')
  await expect(playground.editorText).toContainText('executor_id: rye/core/primitives/execute')
})

const hovers = [
  { over: 'primitives/execute', says: 'resolves to' },
  { over: '{tool_path}', says: tool },
  { over: '${RYE_PYTHON}', says: 'interpreter search' },
  { over: 'executor_id', says: 'the next element of the chain' },
  { over: 'search_paths', says: 'folders in the project to search for local_binary' },
]
for (const { over, says } of someOf(hovers, 1)) {
  test(`hover explains ${over}`, nightly, async ({ page }) => {
    const playground = await openFull(page)
    await playground.showFile(systemRuntime)
    await expect(playground.lens).toContainText('execute.yaml')
    await playground.piece(over).hover()
    await expect(page.locator('.monaco-hover').filter({ hasText: says })).toBeVisible()
  })
}

const completions = [
  { typed: 'note: "${RYE_', offers: 'RYE_PYTHON' },
  { typed: 'note: "{tool_', offers: 'tool_path' },
  { typed: 'note: "{na', offers: 'name' },
  { typed: 'child_constraints:\n  min_', offers: 'min_version' },
  { typed: 'anchor:\n  mode: ', offers: 'never' },
  { typed: 'verify_deps: {enabled: true, sc', offers: 'scope' },
]
for (const { typed, offers } of someOf(completions, 1)) {
  test(`completion after ${JSON.stringify(typed)} offers ${offers}`, nightly, async ({ page }) => {
    const playground = await openWithOwnRuntime(page)
    await playground.editorText.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(typed)
    await page.keyboard.press('Control+Space')
    await expect(page.locator('.suggest-widget .monaco-list-row').filter({ hasText: offers }).first()).toBeVisible()
  })
}
