import { expect, test, type Locator, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

const runtime = '/project/.ai/tools/rt/own.yaml'
const files = {
  '/project/.ai/tools/demo/a.yaml': 'version: "1.0.0"\nexecutor_id: rt/own\n',
  '/project/.ai/tools/demo/b.yaml': 'version: "1.0.0"\nexecutor_id: rt/own\n',
  '/project/.ai/tools/demo/c.yaml': 'version: "1.0.0"\nexecutor_id: rt/mine\n',
  [runtime]:
    'tool_type: runtime\nversion: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nchild_constraints: {max_version: "1.9.0"}\nconfig: {command: sh}\n',
  '/user/.ai/tools/rt/mine.yaml':
    'tool_type: runtime\nversion: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: {command: sh}\n',
}

test("a file's menu counts the items that use it, and a dialog previews changes without making them", async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'demo/a')
  await playground.fileMenu(runtime, 'Used by (2)')
  const dialog = page.getByRole('dialog', { name: 'Uses and effects' })
  await expect(dialog.getByTestId('users')).toHaveText('Used by 2 items.')
  await expect(dialog.getByRole('listitem')).toContainText(['demo/a', 'demo/b'])
  const effects = dialog.getByTestId('effects')
  const preview = dialog.getByLabel('Preview')
  await preview.selectOption('Delete this file')
  await expect(effects).toHaveText('3 items affected, 2 can no longer run.')
  await expect(
    dialog.getByRole('row', { name: /^demo\/a chain 2: rt\/own \(project\) → none cannot run/ }),
  ).toBeVisible()
  await preview.selectOption('Exclude the user space')
  await expect(effects).toHaveText('2 items affected, 1 can no longer run.')
  await expect(dialog.getByRole('row', { name: /^rt\/mine removed/ })).toBeVisible()
  await expect(page.getByRole('button', { name: `Actions for ${runtime}` })).toBeAttached()
  await preview.selectOption('Delete this file')
  await dialog
    .getByRole('row', { name: /^demo\/b / })
    .getByRole('button')
    .click()
  await expect(dialog).toBeHidden()
  await expect(playground.plain()).toHaveAccessibleName('Text of /project/.ai/tools/demo/b.yaml')
})

test('a new version and a rename show their effects before they are made', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'demo/a')
  await playground.fileMenu('/project/.ai/tools/demo/a.yaml', 'Used by (0)')
  const dialog = page.getByRole('dialog', { name: 'Uses and effects' })
  await expect(dialog.getByTestId('users')).toHaveText('No item uses this file.')
  await dialog.getByLabel('Preview').selectOption('Set the version')
  await dialog.getByLabel('New version').fill('2.0.0')
  await expect(dialog.getByRole('row', { name: /demo\/a → rt\/own: version: ok → failed/ })).toBeVisible()
  await dialog.getByLabel('New version').fill('1.2.0')
  await expect(dialog.getByTestId('effects')).toHaveText('0 items affected.')
  await page.keyboard.press('Escape')
  await playground.fileMenu(runtime, 'Rename rt/own everywhere')
  const rename = page.getByRole('dialog', { name: 'Rename item' })
  await rename.getByLabel('New ID of rt/own').fill('rt/new')
  await expect(rename.getByTestId('effects')).toHaveText('4 items affected.')
})

test('Delete lists the affected items before it deletes a file or a folder', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'demo/a')
  const row = page.getByRole('button', { name: `Actions for ${runtime}`, exact: true })
  await playground.cards.nth(1).getByRole('button', { name: 'Actions for runtime rt/own' }).click()
  await expect(page.getByRole('menuitem', { name: 'Used by (2)…' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete file' })
  await expect(dialog.getByTestId('effects')).toHaveText('3 items affected, 2 can no longer run.')
  await expect(
    dialog.getByRole('row', { name: /^demo\/a chain 2: rt\/own \(project\) → none cannot run/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toBeAttached()
  await playground.deleteFile(runtime)
  await expect(row).toHaveCount(0)
  await expect(playground.status).toContainText('Refused')
  await playground.fileMenu('/project/.ai/tools/demo', 'Delete…')
  const folder = page.getByRole('dialog', { name: 'Delete folder' })
  await expect(folder.getByTestId('effects')).toHaveText('3 items affected.')
  await folder.getByRole('button', { name: 'Delete 3 files' }).click()
  await expect(playground.status).toContainText('Not found')
})

test('a kiwi project moves to a newer dialect with the listed edits, and Undo moves it back', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=seed-spaces')
  await playground.chooseItem('custom_scraper')
  await playground.openRules()
  await page.getByRole('button', { name: 'Compare dialects' }).click()
  const migration = page.getByRole('region', { name: 'Move to lillux' })
  await migration.getByRole('button', { name: 'List changes' }).click()
  await expect(migration.getByText(/becomes/).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'to', exact: true }).selectOption('lilux')
  const other = page.getByRole('region', { name: 'Move to lilux' })
  await other.getByRole('button', { name: 'List changes' }).click()
  await expect(other.getByRole('listitem')).toContainText(['custom_scraper'])
  await other.getByRole('button', { name: 'Move to lilux' }).click()
  await expect(playground.status).toContainText('Ready to run')
  await page.getByTitle('Undo last change').click()
  await expect(playground.cards.nth(1)).toContainText('python_runtime')
})

test('Why finds the newest change of a value in the history of the draft, and Compare opens the state before it', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'demo/a')
  await playground.showFile(runtime)
  await playground.replace('command: sh', 'command: bash')
  await expect(page.getByTestId('plan')).toContainText('bash')
  await playground.chooseItem('demo/b')
  await playground.chooseItem('demo/a')
  await page.getByTestId('plan').getByRole('button', { name: 'bash' }).click()
  const found = playground.why.getByRole('region', { name: 'Last change' })
  await found.getByRole('button', { name: 'Find last change' }).click()
  await expect(found.getByRole('status')).toHaveText(`Last changed in state 2 of 4, after “Edit ${runtime}”`)
  await expect(found).toContainText('"sh" → "bash"')
  await expect(found).toContainText('First difference: argv[0]')
  await found.getByRole('button', { name: 'Compare with state 1' }).click()
  await expect(playground.compareWith).toHaveValue('history:0')
  await expect(page.getByTestId('differences-table').getByRole('row', { name: /^argv\[0\]/ })).toContainText('bash')
  await page.getByRole('button', { name: 'Find last change of chain, verdicts or command' }).click()
  const change = page.getByRole('region', { name: 'Last change' })
  await expect(change.getByRole('status')).toHaveText(`Last changed in state 2 of 4, after “Edit ${runtime}”`)
})

// Six questions about the example of a team's project. server/cli/impact/team-project.test.ts has the same answers.

const areas = ['billing', 'data', 'deploy', 'mail', 'orders', 'reports', 'search', 'stock', 'support', 'users']
const each = (tool: string, ...without: readonly string[]): readonly string[] =>
  areas.filter((area) => !without.includes(area)).map((area) => `${area}/${tool}`)

async function openTeam(page: Page): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=team-project')
  return playground
}

/** The item IDs of a table, sorted; with `broken`, only items that can no longer run. */
async function itemsIn(table: Locator, only?: 'broken'): Promise<readonly string[]> {
  const page = table.page()
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') })
  const chosen = only ? rows.filter({ has: page.getByText('cannot run', { exact: true }) }) : rows
  const texts = await chosen.getByRole('rowheader').allTextContents()
  return texts.map((text) => text.trim()).sort()
}

/** Open the menu of a runtime on its card, after choosing one of its tools, and choose an entry. */
async function cardMenu(playground: PlaygroundPage, tool: string, runtime: string, entry: string): Promise<void> {
  await playground.chooseItem(tool)
  await playground.cards.getByRole('button', { name: `Actions for runtime ${runtime}` }).click()
  await playground.page.getByRole('menuitem', { name: entry }).click()
}

test('team project: “Used by” lists the items that use the runtime rt/shell, and those that read a config', async ({
  page,
}) => {
  const playground = await openTeam(page)
  const dialog = page.getByRole('dialog', { name: 'Uses and effects' })
  const users = async (): Promise<readonly string[]> => {
    await expect(dialog.getByTestId('users')).toBeVisible()
    const rows = await dialog.getByRole('listitem').allTextContents()
    await page.keyboard.press('Escape')
    return rows.map((text) => text.trim().split(/\s/)[0] ?? '').sort()
  }
  await cardMenu(playground, 'orders/clean', 'rt/shell', 'Used by (28)…')
  expect(await users()).toEqual([...each('archive', 'users'), ...each('clean'), ...each('import', 'support')].sort())
  await playground.fileMenu('/project/.ai/config/stock.yaml', 'Used by (2)…')
  expect(await users()).toEqual(['stock/check', 'stock/summary'])
  await playground.fileMenu('/project/.ai/config/search.yaml', 'Used by (1)…')
  await expect(dialog.getByRole('listitem')).toContainText('search/summary config')
  await dialog.getByRole('button', { name: '.ai/tools/search/summary.py:' }).click()
  await expect(playground.plain()).toHaveAccessibleName('Text of /project/.ai/tools/search/summary.py')
})

test('team project: Delete lists the items that break without the runtime rt/report', async ({ page }) => {
  const playground = await openTeam(page)
  await cardMenu(playground, 'orders/summary', 'rt/report', 'Delete…')
  const dialog = page.getByRole('dialog', { name: 'Delete file' })
  await expect(dialog.getByTestId('effects')).toHaveText('12 items affected, 10 can no longer run.')
  expect(await itemsIn(dialog, 'broken')).toEqual(each('summary'))
  expect(await itemsIn(dialog)).toEqual([...each('summary'), 'flows/close-month', 'rt/report'].sort())
})

test('team project: the preview lists the items that break with version 3.0.0 of rt/report', async ({ page }) => {
  const playground = await openTeam(page)
  await cardMenu(playground, 'orders/summary', 'rt/report', 'Used by (10)…')
  const dialog = page.getByRole('dialog', { name: 'Uses and effects' })
  await dialog.getByLabel('Preview').selectOption('Set the version')
  await dialog.getByLabel('New version').fill('3.0.0')
  await expect(dialog.getByTestId('effects')).toHaveText('11 items affected, 11 can no longer run.')
  expect(await itemsIn(dialog)).toEqual([...each('summary'), 'rt/report'].sort())
  await dialog.getByLabel('New version').fill('2.1.0')
  await expect(dialog.getByTestId('effects')).toHaveText('0 items affected.')
})

test('team project: Compare lists the items that differ for a colleague without this user space', async ({ page }) => {
  const playground = await openTeam(page)
  await playground.answer('Compare')
  const spaces = page.getByRole('region', { name: 'Spaces' })
  await spaces.getByRole('button', { name: 'Compare every item' }).click()
  await expect(
    spaces.getByLabel('Items that differ without').getByRole('option', { name: 'user (7)' }),
  ).toHaveJSProperty('selected', true)
  expect(await itemsIn(spaces, 'broken')).toEqual(['data/export'])
  const changed = ['data/export', 'deploy/check', 'deploy/summary', 'orders/check', 'orders/summary']
  expect(await itemsIn(spaces)).toEqual([...changed, 'me/notes', 'rt/duck'].sort())
  await spaces.getByRole('button', { name: 'data/export' }).click()
  await expect(playground.plain()).toHaveAccessibleName('Text of /project/.ai/tools/data/export.js')
})

test('team project: Compare lists the items whose commands a change affects', async ({ page }) => {
  const playground = await openTeam(page)
  await playground.chooseItem('orders/sync')
  await playground.cards.getByRole('button', { name: 'node.yaml' }).click()
  await playground.replace('"{tool_path}"', '"{tool_path}", "--trace"')
  await playground.answer('Compare')
  await page.getByText('Every item that differs').click()
  await expect(page.getByTestId('effects')).toHaveText('29 items affected.')
  const found = page.getByRole('group').filter({ has: page.getByTestId('effects') })
  expect(await itemsIn(found)).toEqual(
    [...each('export', 'data'), ...each('notify', 'mail'), ...each('sync'), 'rt/node'].sort(),
  )
})

test('team project: the tests list the tools that have expectations', async ({ page }) => {
  const playground = await openTeam(page)
  await playground.action('Show tests')
  const tests = page.getByTestId('tests')
  await expect(tests.getByRole('status').first()).toHaveText('3 expectations, 1 failed')
  for (const name of ['✕ .ai/expect/billing.yaml', '✓ .ai/expect/orders.yaml', '✓ .ai/expect/stock.yaml'])
    await expect(tests.getByRole('button', { name })).toBeVisible()
})
