import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

const switches = [
  { title: 'A virtual environment exists', sees: '/project/.venv/bin/python' },
  { title: 'RYE_PYTHON is preset by the host', sees: '/usr/bin/python3' },
] as const
for (const { title, sees } of switches) {
  test(`${title}: the command follows at once, and goes back`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const before = await playground.argv.innerText()
    await playground.answer('World')
    await page.getByRole('checkbox', { name: new RegExp(title) }).check()
    await playground.answer('Command')
    await expect(playground.argv).toContainText(sees)
    await playground.answer('World')
    await page.getByRole('checkbox', { name: new RegExp(title) }).uncheck()
    await playground.answer('Command')
    await expect.poll(() => playground.argv.innerText()).toBe(before)
  })
}

test('a stale lockfile refuses the run and says which', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /A stale lockfile/ }).check()
  await expect(playground.status).toContainText('Refused')
  await playground.answer('Integrity')
  await expect(page.getByTestId('lockfile')).toContainText('not the locked one')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(playground.status).toContainText('Ready to run')
})

test('without dev mode an unsigned tool is refused until it is signed and its key trusted', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'dev mode on' }).click()
  await expect(playground.status).toContainText('Refused')
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Make a key pair' }).click()
  await page.getByRole('button', { name: 'Trust it in the project' }).click()
  await page.getByTestId('signatures').getByRole('button', { name: 'Sign', exact: true }).first().click()
  await expect(playground.status).toContainText('Ready to run')
  await expect(playground.cards.nth(0)).toContainText('signed')
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /tampered/ }).check()
  await expect(playground.status).toContainText('Refused')
  await expect(playground.cards.nth(0)).toContainText('changed since signed')
})

test('the private key is nowhere in storage', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Make a key pair' }).click()
  await page.getByRole('button', { name: 'Trust it in the project' }).click()
  await page.waitForTimeout(500)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toContain('PUBLIC KEY')
  expect(kept).not.toContain('PRIVATE KEY')
})
