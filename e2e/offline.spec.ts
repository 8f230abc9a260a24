import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

test.use({ serviceWorkers: 'allow' })

test('after the first load, the page works without network', async ({ page, context }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await loseNetwork(page, context)
  await page.reload()
  await expect(playground.cards).toHaveCount(3)
  await expect(playground.editorText).toContainText('__executor_id__')
  await playground.example('Shadowing')
  await expect(playground.cards.first()).toBeVisible()
  await playground.answer('Compare')
  await expect(page.getByTestId('matrix')).toContainText('ready')
  const link = await playground.shareLink()
  expect(link).toContain('#v1.')
})

test('Compare works offline even if the first visit did not open it', nightly, async ({ page, context }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await loseNetwork(page, context)
  await playground.answer('Compare')
  await expect(page.getByTestId('matrix')).toContainText('ready')
})

test('a page that bypassed the service worker is taken over by it and continues without network', async ({
  page,
  context,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const isTaken = (): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isTaken).toBe(true)
  // Reload without the cache, as Shift + reload does.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.reload', { ignoreCache: true })
  await page.waitForEvent('load')
  expect(await isTaken()).toBe(false)
  await expect.poll(isTaken, { timeout: 10_000 }).toBe(true)
  await loseNetwork(page, context)
  await playground.answer('Compare')
  await expect(page.getByTestId('matrix')).toContainText('ready')
})

test('Python is simulated without network after its first use, in a frame without an origin', async ({
  page,
  context,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await simulated(page, 'Hello, Ada!')
  await loseNetwork(page, context)
  await page.reload()
  await simulated(page, 'Hello, Ada!')
  const frame = page.frames().find((one) => one.url().includes('/sandbox/'))
  const reached = await frame?.evaluate(async () => {
    const tried = async (reach: () => unknown): Promise<string> => {
      try {
        await reach()
        return 'reached'
      } catch (error) {
        return error instanceof Error ? error.name : 'refused'
      }
    }
    return {
      origin: self.origin,
      page: await tried(() => parent.document.title),
      storage: await tried(() => localStorage.length),
      network: await tried(() => fetch('/index.html')),
    }
  })
  expect(reached).toEqual({
    origin: 'null',
    page: 'SecurityError',
    storage: 'SecurityError',
    network: 'TypeError',
  })
})

for (const { name, path, text } of someOf(
  [
    {
      name: 'JavaScript',
      path: '/project/.ai/tools/demo/hi.js',
      text: `export const __version__ = "1.0.0"
export const __tool_type__ = "javascript"
export const __executor_id__ = "rye/core/runtimes/node/node"
export const __category__ = "demo"
console.log(JSON.stringify({ greeting: "Hello from QuickJS" }))
`,
    },
    {
      name: 'bash',
      path: '/project/.ai/tools/demo/hi.yaml',
      text: `version: "1.0.0"
tool_type: bash
executor_id: rye/core/runtimes/bash/bash
category: demo
config:
  script: echo '{"greeting":"Hello from bash"}'
`,
    },
  ] as const,
  1,
)) {
  test(`${name} is simulated without network even before its first use`, nightly, async ({ page, context }) => {
    const playground = new PlaygroundPage(page)
    await playground.openDraft({ [path]: text }, 'demo/hi')
    await loseNetwork(page, context)
    await page.reload()
    await simulated(page, 'Hello from')
  })
}

test('offline, Python reports its missing part before its first use', nightly, async ({ page, context }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await loseNetwork(page, context)
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const lane = page.getByTestId('lane-simulated')
  await expect(lane).toContainText(/CPython \(\d+\.\d MB\) could not be downloaded/)
})

test('an embed and a short link are not blank without network', nightly, async ({ page, context }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const { hash } = new URL(await playground.shareLink())
  await loseNetwork(page, context)
  await page.goto(`/embed/${hash}`)
  await expect(page.getByRole('link', { name: 'Open in the playground' })).toBeVisible()
  await expect(playground.cards).toHaveCount(3)
  await page.goto('/s/abcd1234')
  await expect(page).toHaveURL(/\/#s\.abcd1234$/)
  await expect(playground.notice).toContainText('Could not open this link')
  await expect(playground.cards).toHaveCount(3)
})

/** Disconnect the network after the service worker has cached all files. */
async function loseNetwork(page: Page, context: BrowserContext): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  await context.setOffline(true)
}

async function simulated(page: Page, greeting: string): Promise<void> {
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(page.getByTestId('lane-simulated').getByTestId('data')).toContainText(greeting, { timeout: 30_000 })
}
