import { expect, test, type Page } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

/** Make the host serve a new build: the worker script has another name, and a file of the old build is missing. */
async function deploy(page: Page, part: RegExp, script = 'first-worker-another.js'): Promise<void> {
  await page.route(part, (route) => route.fulfill({ status: 404, body: 'not here any more' }))
  await page.route('**/index.html', async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replace(/first-worker-[\w-]+\.js/, script)
    await route.fulfill({ response, body: text })
  })
}

test('an old tab reports a new version after a deployment, and reloads with the draft', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Kept over the deployment.')
  await deploy(page, /ShareDialog-[\w-]+\.js/)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(playground.notice).toContainText('This part requires the new version of the page')
  await page.unrouteAll()
  // The notice closes immediately; the page reloads once the draft is stored.
  const reloaded = page.waitForEvent('load')
  await playground.notice.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(playground.notice).toHaveCount(0)
  await expect(playground.cards.first()).toContainText('Kept over the deployment.')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an old tab asks the host, not the cache, about a new version', nightly, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      // A story cannot intercept requests of a service worker. Instead, the story turns the page and its cache into the
      // old version.
      const old = (src: string): string => src.replace(/first-worker-[\w-]+\.js/, 'first-worker-old.js')
      const script = document.querySelector<HTMLScriptElement>('script[src*="/first-worker-"]')
      script?.setAttribute('src', old(script.getAttribute('src') ?? ''))
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys()) {
          if (/ShareDialog-[\w-]+\.js/.test(url))
            await cache.put(url, new Response('not here any more', { status: 404 }))
          if (!url.endsWith('/index.html') || url.includes('embed')) continue
          const text = (await (await cache.match(url))?.text()) ?? ''
          await cache.put(url, new Response(old(text), { headers: { 'content-type': 'text/html' } }))
        }
      }
    })
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(playground.notice).toContainText('A new version of this page is available')
  })
})

test('an old tab recognizes a new version even if all file names have changed', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await deploy(page, /ShareDialog-[\w-]+\.js/, 'start.js')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(playground.notice).toContainText('A new version of this page is available')
})

test("the page of a network's login is not reported as a new version", nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.route(/ShareDialog-/, (route) => route.abort())
  await page.route('**/index.html', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' }))
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(playground.notice).toContainText('did not load')
})

test('a missing part is reported even before the rest of the page has loaded', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.route(/\/later-[^/]*\.js$/, () => undefined)
  await playground.openPlain()
  await page.route(/ShareDialog-/, (route) => route.abort())
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(playground.notice).toContainText('did not load')
})

for (const { name, part, press } of someOf(
  [
    { name: 'Share', part: /ShareDialog-/, press: 'Share' },
    { name: 'Run', part: /ConfirmRunDialog-/, press: 'Run on server' },
    { name: 'New file', part: /NewFileDialog-/, press: 'New file' },
    { name: 'Import or export', part: /ExportDialog-/, press: 'Import or export' },
    { name: 'Examples', part: /GalleryDialog-/, press: 'Hello, chain' },
    { name: 'Simulate', part: /simulate-draft-/, press: 'Simulate' },
  ],
  2,
)) {
  test(`if the part behind ${name} cannot be loaded, the button reports it and the page continues`, async ({
    page,
  }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await page.route(part, (route) => route.abort())
    await page.getByRole('button', { name: press }).first().click()
    await expect(playground.notice).toContainText('did not load')
    await expect(playground.notice.getByRole('button', { name: 'Reload' })).toBeVisible()
    // The page does not wait for the code of the missing dialog.
    await page.keyboard.press('Alt+KeyD')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
}

test('dialogs that failed to load at the start are loaded on demand', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.route(/\/Dialogs-/, (route) => route.abort())
  await playground.openPlain()
  await expect(playground.notice).toContainText('did not load')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a part, its styles and the code of the page that a busy host refuses at first are loaded again', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  const refused = new Map<string, number>()
  await page.route(/\/(index|first|Dialogs|ShareDialog|manifest)(-(?!worker)[\w-]+)?\.(js|css|json)$/, (route) => {
    const name = new URL(route.request().url()).pathname
    const times = refused.get(name) ?? 0
    refused.set(name, times + 1)
    return times < 2 ? route.fulfill({ status: times === 0 ? 503 : 408 }) : route.continue()
  })
  await playground.openPlain()
  await expect(page.locator('body')).toHaveCSS('margin', '0px')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Simulate' }).click()
  for (const part of [/first-.*css$/, /Dialogs-.*js$/, /Dialogs-.*css$/, /ShareDialog-.*js$/, /manifest/])
    await expect.poll(() => [...refused].find(([name]) => part.test(name))?.[1]).toBe(3)
  await expect(playground.notice).toHaveCount(0)
})

test('an editor without its language features reports them as missing', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.route(/\/page-knowledge-/, (route) => route.abort())
  await playground.open()
  const editor = page.getByRole('region', { name: 'Editor' })
  await expect(editor).toContainText('Suggestions and hovers did not load')
  await expect(editor).not.toContainText('The full editor did not load')
  // The notice states the reason and the next action once, without a URL.
  await expect(editor).not.toContainText('http')
  await expect(playground.notice).toContainText('A part of the page did not load')
  await expect(playground.editorText).toContainText('__executor_id__')
})

for (const { name, part, path } of someOf(
  [
    { name: 'the code of the engine', part: /\/first-worker-/, path: '/#v1.kept' },
    { name: 'its own code', part: /\/first-(?!worker|answer)[^/]*\.js/, path: '/' },
    { name: 'the first code of an embed', part: /\/embed-[^/]*\.js/, path: '/embed/#v1.kept' },
  ],
  1,
))
  test(`a page that cannot load ${name} reports the problem and shows how to retry`, async ({ page }) => {
    await page.route(part, (route) => route.abort())
    await page.goto(path)
    const waiting = page.locator('#waiting')
    await expect(waiting).toContainText('Still loading. Check your connection')
    await expect(waiting).toHaveCSS('visibility', 'visible', { timeout: 15_000 })
    await expect(waiting).toBeInViewport()
    // The message contains no link, because a link would drop the URL's fragment, which contains the draft.
    await expect(waiting.getByRole('link')).toHaveCount(0)
    await page.unrouteAll()
    await page.reload()
    await expect(waiting).toBeHidden()
    await expect(page.locator('#app')).not.toBeEmpty()
  })
