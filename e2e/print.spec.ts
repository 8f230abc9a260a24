import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

const tool = `"""Deploy."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "elsewhere"
`

test('paper shows chain, command and problems of the item in dark ink, without controls and secrets', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const playground = new PlaygroundPage(page)
  await playground.openDraft(
    { '/project/.env': 'DEPLOY_TOKEN=swordfish-4711\n', '/project/.ai/tools/own/deploy.py': tool },
    'own/deploy',
  )
  const paper = page.getByRole('article', { name: 'Printed page' })
  await expect(paper).toHaveCount(0)
  // The part that prints loads after the chain.
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(paper.getByRole('list', { name: 'Chain on the sheet' }).getByRole('listitem')).toHaveText([
    /own\/deploy: tool, project/,
    /rye\/core\/runtimes\/python\/script: runtime, system/,
    /rye\/core\/primitives\/execute: primitive, system/,
  ])
  await expect(paper.getByRole('heading', { name: 'Command' })).toBeVisible()
  await expect(paper).toContainText('/project/.ai/tools/own/deploy.py')
  await expect(paper.getByRole('list', { name: 'Variables on the sheet' })).toContainText(
    /DEPLOY_TOKEN=secret:[0-9a-f]{8}/,
  )
  await expect(paper.getByRole('list', { name: 'Problems on the sheet' })).toContainText('category-mismatch')
  await expect(paper).not.toContainText('swordfish')
  for (const role of ['button', 'tab', 'textbox', 'dialog'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  const ink = await paper.evaluate((element) => getComputedStyle(element).color)
  expect(ink).toBe('rgb(21, 24, 28)')

  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect(paper).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The print command of the browser, without emulation.
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})
