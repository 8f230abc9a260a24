import { expect, test } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { PlaygroundPage } from './pages.ts'

// Stories of an import: its targets and changes are shown before anything is written.

const python = (about: string): string =>
  `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n__tool_description__ = "${about}"\n`

/** A zip for a file field. */
function zip(name: string, files: Readonly<Record<string, string>>) {
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  return [{ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) }]
}

test('an import shows a target for each root, and opens as a new draft by default', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByTestId('import-files').setInputFiles(
    zip('work.zip', {
      'one/.ai/tools/a/first.py': python('One.'),
      'two/.ai/tools/b/second.py': python('Two.'),
      'three/.ai/tools/c/third.py': python('Three.'),
    }),
  )
  const dialog = page.getByRole('dialog', { name: 'Import files' })
  await expect(dialog.getByRole('radio', { name: 'a new draft, “work”' })).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'one/ (1 file) goes to' })).toHaveValue('project')
  await dialog.getByRole('combobox', { name: 'two/ (1 file) goes to' }).selectOption('the user space')
  await dialog.getByRole('combobox', { name: 'three/ (1 file) goes to' }).selectOption('a system bundle')
  await expect(dialog.getByRole('alert')).toContainText('bundle.json')
  await dialog.getByLabel('Bundle ID').last().fill('team')
  await dialog.getByLabel('Version').last().fill('1.0.0')
  await dialog.getByLabel('Version').last().blur()
  await playground.confirmImport()
  await expect(page).toHaveTitle(/^work/)
  for (const [item, space] of [
    ['a/first', 'project'],
    ['b/second', 'user'],
    ['c/third', 'system:team'],
  ] as const) {
    await playground.chooseItem(item)
    await expect(playground.cards.first()).toHaveAccessibleName(new RegExp(`, ${space}$`))
  }
})

test('a project that is imported again shows its changes with their lines, a choice for each, and deleted files', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const files = page.getByRole('navigation', { name: 'Files' })
  const one = {
    '.ai/tools/a/one.py': python('One.'),
    '.ai/tools/a/two.py': python('Two.'),
    'old.txt': 'old',
    'keep.txt': 'same',
  }
  await playground.importFiles(zip('mine.zip', one))
  await expect(page).toHaveTitle(/^mine/)
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByTestId('import-files').setInputFiles(
    zip('mine.zip', {
      '.ai/tools/a/one.py': python('One, better.'),
      '.ai/tools/a/two.py': python('Two, worse.'),
      'new.txt': 'new',
      'keep.txt': 'same',
    }),
  )
  const dialog = page.getByRole('dialog', { name: 'Import files' })
  await expect(dialog.getByRole('radio', { name: 'the open draft, “mine”' })).toBeChecked()
  const [changed, added, gone] = ['Replaced', 'New', 'Only in the draft'].map((name) =>
    dialog.getByRole('region', { name }),
  )
  await expect(changed!.getByRole('checkbox')).toHaveCount(3)
  await expect(added!.getByRole('checkbox', { name: '/project/new.txt' })).toBeChecked()
  await expect(gone!.getByRole('checkbox', { name: '/project/old.txt' })).not.toBeChecked()
  await expect(dialog.getByTestId('import-rows')).not.toContainText('keep.txt')
  await changed!.getByRole('button', { name: 'Lines' }).first().click()
  await expect(changed!.getByTestId('file-diff').locator('.new')).toContainText('One, better.')
  await changed!.getByRole('checkbox', { name: '/project/.ai/tools/a/two.py' }).uncheck()
  await gone!.getByRole('checkbox', { name: 'Only in the draft' }).check()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(playground.notice).toContainText('Imported 2 files, 1 replaced, 1 deleted.')
  await expect(files).not.toContainText('old.txt')
  await expect(files).toContainText('new.txt')
  await playground.chooseItem('a/two')
  await expect(playground.cards.first()).toContainText('Two.')
  await playground.chooseItem('a/one')
  await expect(playground.cards.first()).toContainText('One, better.')
  // Two steps for the two chosen items, and one for the import.
  for (let step = 0; step < 3; step++) await page.getByTitle('Undo last change').click()
  await expect(files).toContainText('old.txt')
  await expect(files).not.toContainText('new.txt')
})

test('a JavaScript tool names the package that it lacks, and an import can contain the packages that it imports', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const project = {
    '.ai/tools/a/slugger.mjs': `import slug from 'slug'\nexport const __version__ = '1.0.0'\nexport const __executor_id__ = 'rye/core/runtimes/node/node'\n`,
    'node_modules/slug/package.json': '{"name": "slug", "dependencies": {"deep": "1"}}',
    'node_modules/slug/index.js': 'export default 1',
    'node_modules/deep/index.js': 'export default 2',
    'node_modules/unused/index.js': 'export default 3',
  }
  await playground.importFiles(zip('slugs.zip', project))
  await expect(playground.status).toContainText('Missing package: slug')
  await expect(playground.status).not.toContainText('Ready to run')
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByTestId('import-files').setInputFiles(zip('slugs.zip', project))
  const dialog = page.getByRole('dialog', { name: 'Import files' })
  await dialog.getByRole('combobox', { name: 'node_modules (4 files)' }).selectOption('packages that the tools import')
  await expect(dialog.getByRole('checkbox', { name: '/project/node_modules/deep/index.js' })).toBeVisible()
  await expect(dialog).not.toContainText('/project/node_modules/unused')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(playground.status).toContainText('Ready to run')
})
