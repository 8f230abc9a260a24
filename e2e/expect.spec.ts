import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

const tool = '/project/.ai/tools/demo/a.yaml'
const files = {
  [tool]: 'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [hello]}\n',
}

test('Expect this pins a value, and the chain shows whether the item still meets its expectations', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(files, 'demo/a')
  await playground.argv.locator('.ask').first().click()
  await playground.why.getByRole('button', { name: 'Expect this' }).click()
  const status = page.getByTestId('expectations')
  await expect(status).toHaveText('✓ 1 expectation passed')
  await status.click()
  const tests = page.getByTestId('tests')
  await expect(tests).toContainText('argv[0] is "echo"')
  await tests.getByRole('button', { name: /^Expect the state of the chain/ }).click()
  await expect(tests).toContainText('.ai/expect/demo/a.yaml')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(status).toHaveText('✓ 1 expectation passed')
})

test('a failed expectation is shown next to the status, with the found value', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  const text = 'item: demo/a\ngoals:\n  - {at: /plan/command, is: ls}\n  - {ending: exited, in: simulated}\n'
  await playground.openDraft({ ...files, '/project/.ai/expect/a.yaml': text }, 'demo/a')
  const status = page.getByTestId('expectations')
  await expect(status).toHaveText('✕ 1 of 1 expectation failed')
  await status.click()
  await expect(page.getByTestId('tests')).toContainText('argv[0] is "ls". Found: "echo"')
})

test('Tests lists the changes that no expectation detects', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  const text = 'item: demo/a\ngoals: [{at: /plan/command, is: echo}]\n'
  await playground.openDraft({ ...files, '/project/.ai/expect/a.yaml': text }, 'demo/a')
  await page.getByTestId('expectations').click()
  const coverage = page.getByTestId('coverage')
  await coverage.getByRole('button').click()
  await expect(coverage.getByRole('listitem').filter({ hasText: 'hello-changed' })).toContainText('R9.1')
  await expect(coverage.getByRole('listitem').filter({ hasText: 'echo-changed' })).toHaveCount(0)
})
