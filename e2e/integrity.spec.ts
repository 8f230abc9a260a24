import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

const tool = '/project/.ai/tools/demo/greet.py'
const ownTool = `__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "demo"
`

/** Open the page, change the text of the tool, and sign it. */
async function signed(page: Page): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('Hello', 'Welcome')
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Create key pair' }).click()
  await page.getByRole('button', { name: 'Trust this key in the project' }).click()
  await page.getByTestId('signatures').getByRole('button', { name: 'Sign', exact: true }).first().click()
  await expect(playground.plain()).toHaveValue(/^# rye:signed:/)
  return playground
}

test('a file that changed after signing shows its changes and can be restored', async ({ page }) => {
  const playground = await signed(page)
  await playground.replace('Welcome', 'Goodbye')
  await page.getByRole('button', { name: `Show changes in ${tool} since it was signed` }).click()
  const change = page.getByTestId('signed-change')
  await expect(change).toContainText('this draft after “Sign')
  await expect(change).toContainText('The key is trusted')
  await expect(change.locator('.gone')).toHaveText(/signed only: .*Welcome/)
  await expect(change.locator('.new')).toHaveText(/now only: .*Goodbye/)
  await change.getByRole('button', { name: 'Restore the signed text' }).click()
  await expect(playground.plain()).toHaveValue(/Welcome/)
  await expect(change).toHaveCount(0)
})

test('the signed text is still known after a reload without history', nightly, async ({ page }) => {
  const playground = await signed(page)
  await expect(playground.cards.nth(0)).toContainText('signed')
  await playground.replace('Welcome', 'Goodbye')
  await expect(playground.cards.nth(0)).toContainText('changed since signed')
  await page.keyboard.press('Alt+KeyD')
  await page.getByRole('button', { name: 'Delete history' }).click()
  await page.getByRole('button', { name: 'Delete all history?' }).click()
  await expect(playground.notice).toContainText('History deleted.')
  await page.keyboard.press('Escape')
  await page.reload()
  await playground.answer('Integrity')
  await page.getByRole('button', { name: /Show changes in .*greet/ }).click()
  const change = page.getByTestId('signed-change')
  await expect(change).toContainText('the last version of this draft with a valid signature')
  await expect(change.locator('.gone')).toContainText('Welcome')
})

test(
  'the page reports a missing signed text, and accepts a file only if its hash matches',
  nightly,
  async ({ page, browser }) => {
    const original = await (await signed(page)).plain().inputValue()
    const context = await browser.newContext()
    const other = await context.newPage()
    const playground = new PlaygroundPage(other)
    await playground.openPlain()
    await playground.plain().fill(original.replace('Welcome', 'Goodbye'))
    await playground.answer('Integrity')
    await other.getByRole('button', { name: /Show changes in .*greet/ }).click()
    const change = other.getByTestId('signed-change')
    await expect(change).toContainText('The signed text was not found')
    const choose = (text: string): Promise<void> =>
      change.locator('input').setInputFiles({ name: 'greet.py', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await choose(original.replace('Welcome', 'Farewell'))
    await expect(change.getByRole('status')).toContainText('does not contain the signed text')
    await choose(original)
    await expect(change).toContainText('The key is not trusted')
    await expect(change.locator('.gone')).toContainText('Welcome')
    await expect(change.locator('.new')).toContainText('Goodbye')
    await context.close()
  },
)

test('both keys of a pair can be saved as PEM files', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Create key pair' }).click()
  for (const [half, name, head] of [
    ['private', 'private_key.pem', '-----BEGIN PRIVATE KEY-----'],
    ['public', 'public_key.pem', '-----BEGIN PUBLIC KEY-----'],
  ] as const) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `Save ${half} key` }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(name)
    expect(readFileSync(await saved.path(), 'utf8').split('\n')[0]).toBe(head)
  }
})

test('all tools are signed after a confirmation, in one step that can be undone', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(
    { [tool]: ownTool, '/project/.ai/tools/demo/other.py': ownTool, '/project/readme.md': 'no tool\n' },
    'demo/greet',
  )
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Create key pair' }).click()
  await page.getByRole('button', { name: 'Sign all…' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Sign 2 files with')
  await expect(page.getByTestId('signatures')).not.toContainText('untrusted')
  await page.getByRole('button', { name: 'Sign all files' }).click()
  for (const path of [tool, '/project/.ai/tools/demo/other.py']) {
    await playground.showFile(path)
    await expect(playground.plain()).toHaveValue(/^# rye:signed:/)
  }
  await playground.showFile('/project/readme.md')
  await expect(playground.plain()).toHaveValue('no tool\n')
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await playground.showFile(tool)
  await expect(playground.plain()).toHaveValue(ownTool)
})

test('a lockfile is created, shown, and refuses later changes', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.answer('Integrity')
  const lockfile = page.getByTestId('lockfile')
  await expect(lockfile).toContainText('No lockfile')
  await page.getByRole('button', { name: 'Create lockfile' }).click()
  await expect(lockfile).toContainText('The chain matches the lockfile.')
  await page.getByRole('button', { name: 'Open lockfile' }).click()
  await expect(playground.plain()).toHaveValue(/"rye\/core\/runtimes\/python\/script"/)
  await playground.showFile(tool)
  await playground.replace(firstDescription, 'Greets the world.')
  await expect(playground.status).toContainText('Refused')
  await expect(lockfile).toContainText('does not match the lockfile')
})
