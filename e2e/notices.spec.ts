import { expect, test } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'

test('a notice is one neutral line that covers nothing and stays in a list; a failure has another color', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const bell = page.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveCount(0)
  await playground.replace(firstDescription, 'Changed.')
  await page.getByTitle('Undo last change').click()
  await page.getByTitle('Redo', { exact: true }).click()
  await expect(playground.notice).toContainText('Redone')
  const [notice, editor] = [
    await playground.notice.boundingBox(),
    await page.getByRole('region', { name: 'Editor' }).boundingBox(),
  ]
  expect(notice?.height).toBeLessThan(36)
  const bottom = (notice?.y ?? 0) + (notice?.height ?? 0)
  expect(Math.abs(bottom - 900), 'the editor keeps the rest of the height').toBeLessThan(2)
  expect(notice?.y ?? 0).toBeGreaterThanOrEqual((editor?.y ?? 0) + (editor?.height ?? 0))
  const background = (): Promise<string> =>
    playground.notice.evaluate((element) => getComputedStyle(element).backgroundColor)
  const neutral = await background()
  await playground.notice.getByRole('button', { name: 'Dismiss' }).click()
  await bell.click()
  const list = page.getByTestId('notices').locator('> li')
  await expect(list).toHaveText([/^\s*Redone: Edit/, /^\s*Undone: Edit/])
  await page.keyboard.press('Escape')
  // A failure has another color.
  await page.evaluate(() => (location.hash = 'v1.damaged'))
  await expect(playground.notice).toContainText('Could not open this link')
  expect(await background()).not.toBe(neutral)
})

test('a draft from a link asks for trust at the pressed button, until it has an answer', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Changed.')
  const link = await playground.shareLink()
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash)
  await expect(playground.banner).toBeVisible()
  const simulate = page.getByRole('button', { name: 'Simulate', exact: true })
  await simulate.click()
  await expect(playground.question).toContainText('allow it to run')
  await expect(playground.notice).toHaveCount(0)
  const [button, asked] = [await simulate.boundingBox(), await playground.question.boundingBox()]
  expect(Math.abs((asked?.x ?? 0) - (button?.x ?? 0))).toBeLessThan(340)
  expect((asked?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeLessThan(12)
  // A second press of Enter is not an answer.
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('lane-simulated')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(playground.question).toHaveCount(0)
  // The shortcut asks at the same button.
  await page.keyboard.press('Control+Enter')
  await playground.question.getByRole('button', { name: 'Trust and simulate' }).click()
  await expect(page.getByTestId('data')).toContainText('Hello, Ada!')
})

test('the guide explains only an example: never a link, an import or a new tool, and never next to another banner', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const guide = page.getByLabel('First-minute guide')
  await expect(guide).toBeVisible()
  await playground.importFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A text.\n') }])
  await expect(playground.notice).toContainText('Imported 1 file')
  await expect(guide).toHaveCount(0)
  await page.keyboard.press('Escape')
  const link = await playground.shareLink()
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash)
  await expect(playground.banner).toBeVisible()
  await expect(guide).toHaveCount(0)
  await page.keyboard.press('Alt+KeyT')
  await page.getByRole('dialog', { name: 'New tool' }).getByRole('button', { name: 'Create' }).click()
  await expect(playground.item).toHaveAccessibleName('item demo/my_tool')
  await expect(guide).toHaveCount(0)
  // On request, the guide opens with the example that it explains.
  await playground.action('first-minute guide')
  await expect(guide).toBeVisible()
  await expect(playground.item).toHaveAccessibleName('item demo/greet')
  await expect(playground.banner).toHaveCount(0)
})

test('if the browser blocks copying, a notice says what to do', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('blocked', 'NotAllowedError'))
  })
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.action('Copy the trace as text')
  await expect(playground.notice).toContainText('Allow this page to use the clipboard, then try again.')
})
