import { expect, test } from '@playwright/test'
import { decodeShare } from '#core/share'
import { PlaygroundPage } from './pages.ts'

const tool = (body: string): string =>
  `"""Deploy."""\n\n__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "rye/core/runtimes/python/script"\n__category__ = "own"\n\n${body}\n`

const files = {
  '/project/.env': 'DEPLOY_TOKEN=swordfish-4711\n',
  '/project/.ai/tools/own/deploy.py': tool('import steps'),
  '/project/.ai/tools/own/steps.py': '"""Steps that deploy imports."""\n',
  '/project/.ai/tools/other/a.py': tool('print("a")'),
  '/project/.ai/tools/other/b.py': tool('print("b")'),
  '/project/notes.md': 'Not for readers.',
}

test('a secret is shown as a fingerprint in Command, Why and Trace until the user asks for it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'own/deploy')
  const answers = page.getByRole('region', { name: 'Answers' })
  const env = page.getByTestId('env')
  await expect(env).toContainText('DEPLOY_TOKEN')
  await expect(env).toContainText(/secret:[0-9a-f]{8}/)
  await env.getByRole('button', { name: /^secret:/ }).click()
  await expect(playground.why).toContainText('Secret, shown as a fingerprint')
  await expect(answers).not.toContainText('swordfish')
  await playground.answer('Trace')
  await expect(answers).toContainText('resolve')
  await expect(answers).not.toContainText('swordfish')
  await playground.answer('Command')
  await page.getByRole('button', { name: 'Show secrets' }).first().click()
  await expect(env).toContainText('swordfish-4711')
  await page.getByRole('button', { name: 'Hide secrets' }).click()
  await expect(answers).not.toContainText('swordfish')
})

test('a secret is shown as a fingerprint in Input, the output and the confirmation of a run until the user asks for it', async ({
  page,
}) => {
  test.slow()
  const playground = new PlaygroundPage(page)
  await playground.openDraft(
    { ...files, '/project/.ai/tools/own/deploy.py': tool('import os\nprint("sent", os.environ["DEPLOY_TOKEN"])') },
    'own/deploy',
  )
  const answers = page.getByRole('region', { name: 'Answers' })
  await playground.answer('World')
  const dotenv = page.getByRole('textbox', { name: '/project/.env' })
  const json = page.getByRole('textbox', { name: 'As JSON' })
  await expect(dotenv).toHaveValue(/^DEPLOY_TOKEN=secret:[0-9a-f]{8}\n$/)
  await expect(dotenv).not.toBeEditable()
  // The field shows the typed text until the focus leaves it.
  await json.pressSequentially(' ')
  await json.fill('{"password": "correct-horse-battery"}')
  await expect(json).toHaveValue('{"password": "correct-horse-battery"}')
  await json.blur()
  await expect(json).toHaveValue(/^\{"password": "secret:[0-9a-f]{8}"\}$/)
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(page.getByTestId('stdout').first()).toContainText(/sent secret:[0-9a-f]{8}/, { timeout: 60_000 })
  await expect(answers).not.toContainText(/swordfish|correct-horse/)
  await answers.getByRole('button', { name: 'Show secrets' }).first().click()
  await expect(page.getByTestId('stdout').first()).toContainText('sent swordfish-4711')
  await playground.answer('World')
  await expect(dotenv).toHaveValue('DEPLOY_TOKEN=swordfish-4711\n')
  await expect(json).toHaveValue('{"password": "correct-horse-battery"}')
})

test('a link leaves secrets out with placeholders, and contains only files that the item needs', async ({
  page,
  browser,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'own/deploy')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const field = dialog.getByTestId('share-link')
  const draftOf = async () => {
    await expect(field).toHaveValue(/#v1\./)
    const opened = decodeShare(new URL(await field.inputValue()).hash.split('&')[0] ?? '')
    if (opened.kind === 'rejected') throw new Error(opened.problem.code)
    return opened.snapshot
  }
  await expect(field).toHaveValue('Approve the secrets to see the link')
  await dialog.getByLabel('Leave these out').check()
  expect((await draftOf()).files['/project/.env']).toBe('DEPLOY_TOKEN=<DEPLOY_TOKEN>\n')
  await dialog.getByLabel('Only files that own/deploy needs').check()
  const names = async (): Promise<string[]> => Object.keys((await draftOf()).files).sort()
  await expect
    .poll(names)
    .toEqual(['/project/.ai/tools/own/deploy.py', '/project/.ai/tools/own/steps.py', '/project/.env'])
  const link = await field.inputValue()
  const reader = new PlaygroundPage(await (await browser.newContext({ serviceWorkers: 'block' })).newPage())
  await reader.open(link)
  await expect(reader.page.getByTestId('reproduced')).toContainText('own/deploy: same chain and plan as when shared')
})
