import { expect, test } from '@playwright/test'
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
  await preview.selectOption('Remove the user space')
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
