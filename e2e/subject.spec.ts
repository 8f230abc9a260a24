import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

const tool = (about: string, executor = 'rye/core/runtimes/python/script'): string =>
  `"""${about}"""\n\n__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "${executor}"\n__category__ = "own"\n__tool_description__ = "${about}"\n`

const files = {
  '/project/.ai/tools/own/a.py': tool('The first tool.'),
  '/project/.ai/tools/own/b.py': tool('The second tool.'),
}

test('a new tool starts a draft with its name, and joins the open project only if that is the user’s own', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const create = async (id: string): Promise<void> => {
    await page.keyboard.press('Alt+KeyT')
    const dialog = page.getByRole('dialog', { name: 'New tool' })
    await dialog.getByLabel('ID (path in .ai/tools)').fill(id)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(playground.item).toHaveAccessibleName(`item ${id}`)
    await expect(playground.status).toContainText('Ready to run')
  }
  const tree = page.getByRole('tree', { name: 'Project files' })
  // The example stays as it is.
  await create('mine/weather')
  await expect(page).toHaveTitle(/^weather · /)
  await expect(tree).toContainText('weather.py')
  await expect(tree).not.toContainText('greet.py')
  // The draft is the user's own, so the next new tool is added to it, also after a reload.
  await create('mine/forecast')
  await page.reload()
  await expect(page).toHaveTitle(/^weather · /)
  await expect(tree).toContainText('weather.py')
  await expect(tree).toContainText('forecast.py')
})

test('a new empty draft is ready to run, and its first tool or import names it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.action('New empty draft')
  await expect(page).toHaveTitle(/^Empty draft/)
  await expect(playground.status).toContainText('Ready to run')
  await expect(page.getByText('No file is open.')).toBeVisible()
  await page.keyboard.press('Alt+KeyT')
  const dialog = page.getByRole('dialog', { name: 'New tool' })
  await dialog.getByLabel('ID (path in .ai/tools)').fill('mine/weather')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveTitle(/^weather · /)
  await playground.action('New empty draft')
  await expect(page).toHaveTitle(/^Empty draft/)
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page
    .getByTestId('import-files')
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A text.\n') }])
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page).toHaveTitle(/^notes\.txt · /)
})

test('a chosen item opens its file, and is the item of Rename and Delete also while another file is open', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'own/a')
  await expect(playground.plain()).toHaveValue(/The first tool/)
  await playground.chooseItem('own/b')
  await expect(playground.plain()).toHaveValue(/The second tool/)
  // Another open file does not change the item of the actions.
  await playground.showFile('/project/.ai/tools/own/a.py')
  await page.keyboard.press('Alt+KeyR')
  await expect(page.getByLabel('New ID of own/b')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search actions/ }).fill('delete')
  await expect(page.getByRole('option').first()).toContainText('own/b.py')
  await page.keyboard.press('Escape')
  // The item of a new tool file is the chosen item.
  await playground.newFile('project', '.ai/tools/own/c.py')
  await expect(playground.item).toHaveAccessibleName('item own/c')
  await expect(playground.plain()).toHaveValue(/Describe what this tool does/)
  // A package, data, and a file that shadows an item are parts of the chosen chain.
  for (const part of ['own/__init__.py', 'own/data.json', 'rye/core/runtimes/python/script.yaml']) {
    await playground.newFile('project', `.ai/tools/${part}`)
    await expect(playground.plain()).toHaveAccessibleName(`Text of /project/.ai/tools/${part}`)
    await expect(playground.plain()).toHaveValue('')
    await expect(playground.item).toHaveAccessibleName('item own/c')
  }
})

test('the whole project lists and marks what refuses an item, and does not count hints of bundled files', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  const broken = { '/project/.ai/tools/own/c.py': tool('The third tool.', 'own/none') }
  await playground.openDraft({ ...files, ...broken }, 'own/a')
  const row = page.getByRole('treeitem', { name: /^c\.py/ })
  await expect(row).toContainText('1')
  await playground.answer('Problems')
  await page.getByRole('button', { name: 'whole project' }).click()
  const list = page.getByTestId('project-problems')
  await expect(list.locator('[data-code="executor-not-found"]')).toContainText('own/c')
  await expect(list).not.toContainText('interpreter-fallback')
  // Without dev mode, a missing signature refuses an item.
  await playground.switchDevMode()
  await expect(page.getByRole('treeitem', { name: /^b\.py/ }).locator('.sev-error')).toHaveText('1')
  await expect(list.locator('[data-code="signature-missing"]')).toHaveCount(3)
  // A problem's item opens its file.
  await list.getByRole('button', { name: 'own/c', exact: true }).first().click()
  await expect(playground.plain()).toHaveValue(/The third tool/)
})
