import { expect, test, type Page } from '@playwright/test'
import { frameProbe } from './frames.ts'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

/** Record for each change of the chain whether an animation frame callback made it, so that the same frame draws it. */
const noteChanges = (): void => {
  const noted: boolean[] = []
  const page = Object.assign(globalThis as unknown as { isInFrame(): boolean }, { noted })
  const version = (): string => document.querySelector('[data-testid=chain-card]')?.textContent ?? ''
  let before = version()
  const chain = document.querySelector('section[aria-label=Chain]') ?? document.body
  new MutationObserver(() => {
    if (version() !== before) noted.push(page.isInFrame())
    before = version()
  }).observe(chain, { subtree: true, childList: true, characterData: true })
}

/** Type letters into the tool's version. Returns for each chain change whether an animation frame callback made it. */
async function typed(page: Page, letters: string): Promise<readonly boolean[]> {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.editorText.getByText('1.0.0').click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.evaluate(frameProbe)
  await page.evaluate(noteChanges)
  let version = '1.0.0-'
  await page.keyboard.type('-')
  for (const letter of letters) {
    await page.keyboard.type(letter)
    version += letter
    await expect(playground.cards.first()).toContainText(version)
  }
  return page.evaluate(() => (globalThis as unknown as { noted: boolean[] }).noted)
}

test('on an isolated page, one frame can draw a typed letter and its effect', async ({ page }) => {
  const noted = await typed(page, 'abcdefghijklmnopqrst')
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  // Require only one letter whose own frame draws its effect, because the engine can take longer than the frame waits.
  expect(noted).toContain(true)
})

test('without isolation, no frame draws a typed letter and its effect', nightly, async ({ page }) => {
  await page.route('**/*', async (route) => {
    const answer = await route.fetch()
    const headers = Object.entries(answer.headers()).filter(([name]) => !name.startsWith('cross-origin-'))
    await route.fulfill({ response: answer, headers: Object.fromEntries(headers) })
  })
  const noted = await typed(page, 'abc')
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
  expect(noted).not.toContain(true)
})

test('the sandbox frame of simulated code has no shared memory', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect(page.getByTestId('lane-simulated').getByTestId('data')).toContainText('Hello, Ada!')
  const frame = page.frames().find((one) => one.url().includes('sandbox/frame.html'))
  expect(await frame?.evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer])).toEqual([false, 'undefined'])
})
