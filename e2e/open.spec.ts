import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

test('the page opens with Hello, chain, its complete chain and its command', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  await expect(playground.cards.nth(0)).toContainText('demo/greet')
  await expect(playground.cards.nth(1)).toContainText('rye/core/runtimes/python/script')
  await expect(playground.cards.nth(2)).toContainText('rye/core/primitives/execute')
  await expect(playground.status).toContainText('Ready to run')
  await expect(playground.argv).toContainText('/project/.ai/tools/demo/greet.py')
  await expect(page.getByTestId('stdin')).toContainText('{"name": "Ada"}')
  await expect(page.getByRole('tree', { name: 'Project files' })).toContainText('greet.py')
})

test('the page sends no requests to other hosts and does not violate its policy', async ({ page }) => {
  const hosts = new Set<string>()
  const trouble: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) hosts.add(url.host)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text())
  })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.editorText).toContainText('__executor_id__')
  await playground.answer('World')
  await playground.answer('Compare')
  await playground.answer('Integrity')
  expect([...hosts]).toEqual([new URL(page.url()).host])
  expect(trouble).toEqual([])
})

test('no element outside the editor moves while the page loads', async ({ page }) => {
  // Record the HTML of a moved element immediately: an editor line that is rendered again later is no longer in the
  // document.
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((shifts) => {
      for (const { node } of shifts.getEntries().flatMap((shift) => (shift as LayoutShift).sources)) {
        const element = node instanceof Element ? node : node?.parentElement
        if (!element?.closest('.monaco-editor')) moved.push(element?.outerHTML.slice(0, 100) ?? '')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(page.getByText('→ script.yaml (system)')).toBeVisible()
  const moved = () => page.evaluate(() => (globalThis as unknown as { readonly moved: readonly string[] }).moved)
  expect(await moved()).toEqual([])
  // The observer detects a real layout shift.
  await page.evaluate(() => document.getElementById('app')?.before('one more line'))
  await expect.poll(moved).not.toEqual([])
})

/** A layout shift entry, which is missing from the DOM types. */
interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly { readonly node: Node | null }[]
}

test('the page shows the chain before the editor has loaded', async ({ page }) => {
  // Monaco never loads. The chain, the command and the plain editor must work without it.
  await page.route(/text-editor|editor\.api|page-knowledge/, () => undefined)
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  await playground.replace('"rye/core/runtimes/python/script"', '"rye/core/runtimes/python/scirpt"')
  await expect(playground.status).toContainText('Refused')
})

/**
 * Code to insert before the engine worker's script. It delays the first analysis until the story releases it.
 */
const holdAnalysis = `{
  const post = self.postMessage
  self.postMessage = (message) => {
    if (message.kind !== 'analysis' || self.letGo) return post.call(self, message)
    self.held = message
    self.letGo = () => post.call(self, message)
  }
}
`

test('the first JavaScript stays under 200 KB gzip, engine included', async ({ page }) => {
  const { gzipSync } = await import('node:zlib')
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(request.url()))
  await page.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: holdAnalysis + (await response.text()) })
  })
  // The story also delays the prerendered answer.
  let showAnswer = (): void => undefined
  const isShown = new Promise<void>((resolve) => (showAnswer = resolve))
  await page.route(/\/first-answer-[^/]*\.json$/, (route) => isShown.then(() => route.continue()))
  await page.goto('/')
  await expect(page.getByRole('tree', { name: 'Project files' })).toContainText('greet.py')
  await expect.poll(() => page.workers().length).toBe(1)
  const [engine] = page.workers()
  await expect.poll(() => engine?.evaluate(() => 'letGo' in globalThis)).toBe(true)
  // The page is rendered and the engine has answered, with no other requests.
  const scripts = [...asked].filter((url) => /\.js$/.test(new URL(url).pathname))
  const answer = page.waitForResponse(/\/first-answer-/)
  showAnswer()
  // The page shows the chain before the engine answers. The engine's answer is the same.
  await expect(page.getByTestId('chain-card')).toHaveCount(3)
  const held = await engine?.evaluate(() => (globalThis as unknown as { held: object }).held)
  expect(held).toMatchObject((await (await answer).json()) as Record<string, unknown>)
  await engine?.evaluate(() => (globalThis as unknown as { letGo(): void }).letGo())
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const body = await (await page.request.get(url)).body()
      return [new URL(url).pathname, gzipSync(body, { level: 9 }).length] as const
    }),
  )
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  expect(total).toBeGreaterThan(100_000)
  expect(total, JSON.stringify(Object.fromEntries(sizes), null, 1)).toBeLessThan(200_000)
})

test('a newcomer changes one line, sees the effect, undoes it and runs the command', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const guide = page.getByLabel('First-minute guide')
  await expect(guide).toContainText('A chain connects a tool call to the operating system')
  await guide.getByRole('button', { name: 'Misspell the name' }).click()
  await expect(playground.status).toContainText('Refused')
  await expect(guide).toContainText('The chain breaks')
  await guide.getByRole('button', { name: 'Undo' }).click()
  await expect(playground.status).toContainText('Ready to run')
  // The redo of the notice applies to this draft only.
  await expect(playground.notice).toContainText('Undone')
  await guide.getByRole('button', { name: 'Simulate it' }).click()
  await expect(page.getByTestId('data')).toContainText('Hello, Ada!')
  await expect(guide.getByRole('button')).toHaveText(['Start lessons', 'Import my project', 'Create a tool', '✕'])
  // On a phone, the buttons of the guide leave enough space for its text.
  await page.setViewportSize({ width: 390, height: 844 })
  const [text, whole] = [await guide.getByText('Output shows').boundingBox(), await guide.boundingBox()]
  expect(text?.width).toBeGreaterThan(300)
  expect(whole?.height).toBeLessThan(120)
  await page.setViewportSize({ width: 1440, height: 900 })
  await guide.getByRole('button', { name: 'Start lessons' }).click()
  await expect(page.getByRole('complementary', { name: 'Lesson' })).toBeVisible()
  await expect(playground.notice).toHaveCount(0)
  await page.goto('/#example=hello-chain')
  await expect(playground.status).toContainText('Ready to run')
  await expect(page.getByRole('complementary', { name: 'Lesson' })).toHaveCount(0)
  // The finished guide stays closed after a reload, and opens again from Help.
  await page.reload()
  await expect(playground.cards).toHaveCount(3)
  await expect(guide).toHaveCount(0)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('button', { name: 'First-minute guide' }).click()
  await expect(guide).toContainText('A chain connects a tool call to the operating system')
  await guide.getByRole('button', { name: 'Dismiss the guide' }).click()
  await expect(guide).toHaveCount(0)
})
