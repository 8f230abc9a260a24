import { expect, test } from '@playwright/test'
import { breakableLine, startServer, type LocalServer } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

let server: LocalServer | undefined
let address = ''

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  server = await startServer()
  address = server.address
})

test.afterAll(() => server?.stop())

test('Run on server shows the exact command, then runs it; the three lanes agree', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open(address)
  expect(page.url()).not.toContain('token')
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByTestId('consent-command')).toContainText('/project/.ai/tools/demo/greet.py')
  await expect(dialog.getByTestId('confirm-digest')).toHaveText(/^[0-9a-f]{64}$/)
  await expect(dialog).toContainText('runs on the server in a sandbox (level: ')
  await dialog.getByRole('button', { name: 'Run this once' }).click()
  const real = page.getByTestId('lane-real')
  await expect(real.getByTestId('ending')).toContainText('exited 0', { timeout: 20_000 })
  await expect(real.getByTestId('data')).toContainText('Hello, Ada!')
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(page.getByTestId('lane-simulated').getByTestId('ending')).toContainText('exited 0', { timeout: 30_000 })
  await expect(page.getByTestId('differences')).toContainText('runs match')
  await expect(page.getByRole('region', { name: 'predicted' })).toContainText('python3')
})

test('a run that starts together with an edit runs the edited command', async ({ page }) => {
  const tool = (word: string): string => `version: "1.0.0"
executor_id: rye/core/primitives/execute
config:
  command: bash
  args: ["-c", "echo ${word}"]
`
  const playground = new PlaygroundPage(page)
  // A slow engine: each question arrives after a second.
  await page.addInitScript(() => {
    const post = Reflect.get(Worker.prototype, 'postMessage') as Worker['postMessage']
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      setTimeout(() => post.call(this, message), 1000)
    }
  })
  await playground.openDraft({ '/project/.ai/tools/edited.yaml': tool('first') }, 'edited', address)
  const simulated = page.getByTestId('lane-simulated')
  // The first run loads code, which gives the page time for an analysis.
  await page.keyboard.press('Control+Enter')
  await expect(simulated).toContainText('first', { timeout: 30_000 })
  await playground.replace('first', 'second')
  await page.keyboard.press('Control+Enter')
  await expect(simulated).toContainText('second')
  await expect(simulated.getByTestId('ending')).toHaveText('✓ exited 0')
  await expect(simulated.getByTestId('older')).toHaveCount(0)
  await playground.replace('second', 'third')
  await page.keyboard.press('Control+Shift+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByTestId('consent-command').locator('pre')).toHaveText(['bash', '-c', 'echo third'])
  await dialog.getByRole('button', { name: 'Run this once' }).click()
  const real = page.getByTestId('lane-real')
  await expect(real.getByTestId('ending')).toHaveText('✓ exited 0', { timeout: 20_000 })
  await expect(real).toContainText('third')
  await expect(real.getByTestId('older')).toHaveCount(0)
})

test('the dialog shows each part of the command, and makes line breaks and invisible characters visible', async ({
  page,
}) => {
  const tool = [
    'version: "1.0.0"',
    'executor_id: rye/core/primitives/execute',
    'config:',
    '  command: /bin/echo',
    '  args: ["one\\n/bin/rm -rf", "", "gpj\\u202e.exe", "pay\\u200bpal"]',
    '',
  ].join('\n')
  const playground = new PlaygroundPage(page)
  await playground.openDraft({ '/project/.ai/tools/hidden.yaml': tool }, 'hidden', address)
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  const parts = page.getByRole('dialog').getByTestId('consent-command').locator('pre')
  await expect(parts).toHaveText(['/bin/echo', 'one↵\n/bin/rm -rf', '“”', 'gpj\\u202e.exe', 'pay\\u200bpal'])
  await expect(page.getByRole('dialog')).toContainText('stdin')
})

test('the token of a link replaces a working token only if the server accepts it', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open(address)
  await page.evaluate(() => (location.hash = '#token=somebody-elses-token-0123456789'))
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('')
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await expect(page.getByRole('dialog').getByTestId('confirm-digest')).toHaveText(/^[0-9a-f]{64}$/)
  await page.keyboard.press('Escape')
  // A valid token replaces an invalid token.
  const token = new URL(address).hash.slice('#token='.length)
  await page.evaluate(() => sessionStorage.setItem('rye.token', 'of-a-server-that-is-gone-0123456789'))
  await page.evaluate((given) => (location.hash = `#token=${given}`), token)
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await expect(page.getByRole('dialog').getByTestId('confirm-digest')).toHaveText(/^[0-9a-f]{64}$/)
  expect(await page.evaluate(() => sessionStorage.getItem('rye.token'))).toBe(token)
})

test('one click is one analysis and one upload, and the run reports its progress', nightly, async ({ page }) => {
  const analyses = async (): Promise<number> => {
    const { origin, hash } = new URL(address)
    const headers = { 'x-rye-token': hash.slice('#token='.length) }
    const text = await (await fetch(`${origin}/metrics`, { headers })).text()
    return Number(/^rye_analyses_total (\d+)$/m.exec(text)?.[1])
  }
  const playground = new PlaygroundPage(page)
  await playground.open(address)
  const sent: { readonly what: string; readonly bytes: number }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The page can check for a server at any time; such a request is not an upload.
    if (pathname.startsWith('/api/') && pathname !== '/api/health')
      sent.push({ what: `${request.method()} ${pathname}`, bytes: request.postDataBuffer()?.length ?? 0 })
  })
  const before = await analyses()
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await page.getByRole('button', { name: 'Run this once' }).click()
  const real = page.getByTestId('lane-real')
  await expect(real.getByTestId('ending')).toContainText('exited 0', { timeout: 20_000 })
  expect(sent.map(({ what }) => what)).toEqual(['POST /api/plan', 'POST /api/run'])
  expect(sent[0]?.bytes).toBeGreaterThan(500)
  expect(sent[1]?.bytes).toBeLessThan(200)
  expect(await analyses()).toBe(before + 1)
  await real.getByTestId('run-trace').locator('summary').click()
  await expect(real.getByTestId('run-trace').getByRole('listitem').last()).toContainText('exited after')
})

test('a run is shown completely after its connection breaks', async ({ page }) => {
  const line = await breakableLine()
  const own = await startServer('--allowed-hosts', `127.0.0.1:${line.port}`)
  const { port, hash } = new URL(own.address)
  line.leadTo(Number(port))
  const playground = new PlaygroundPage(page)
  await playground.openPlain(`http://127.0.0.1:${line.port}/${hash}`)
  await playground.replace(
    'params = json.load(sys.stdin)',
    'import time\nprint("before", flush=True)\ntime.sleep(2)\nprint("after", flush=True)\nsys.exit(0)\nparams = json.load(sys.stdin)',
  )
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await page.getByRole('button', { name: 'Run this once' }).click()
  const real = page.getByTestId('lane-real')
  await expect(real).toContainText('before', { timeout: 20_000 })
  const again = page.waitForRequest((request) => /\/api\/run\/[0-9a-f]+\/events$/.test(request.url()))
  line.break()
  await again
  await expect(real.getByTestId('ending')).toHaveText('✓ exited 0', { timeout: 20_000 })
  await expect(real.getByTestId('stdout')).toHaveText('before\nafter\n')
  await line.close()
  own.stop()
})

test('a tool that reports failure fails in both lanes with its own error and writes no lockfile', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain(address)
  await playground.replace(
    'params = json.load(sys.stdin)',
    'print(json.dumps({"success": False, "error": "no such city"}))\nsys.exit(0)\nparams = json.load(sys.stdin)',
  )
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await page.getByRole('button', { name: 'Run this once' }).click()
  await expect(page.getByTestId('lane-real').getByTestId('ending')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(page.getByTestId('lane-simulated').getByTestId('ending')).toBeVisible({ timeout: 30_000 })
  for (const name of ['lane-real', 'lane-simulated']) {
    const lane = page.getByTestId(name)
    await expect(lane.getByTestId('ending')).toHaveText('✕ exited 0, but reported a failure')
    await expect(lane.getByTestId('own-error')).toHaveText('no such city')
    await expect(lane.getByRole('button', { name: 'Save lockfile' })).toHaveCount(0)
  }
  await expect(page.getByTestId('differences')).toContainText('runs match')
})

test('files of a real run and its lockfile are kept only on request', async ({ page }) => {
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  const playground = new PlaygroundPage(page)
  await playground.openPlain(address)
  await playground.replace(
    'params = json.load(sys.stdin)',
    'params = json.load(sys.stdin)\nopen("/project/made.txt", "w").write("by the tool")',
  )
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await page.getByRole('button', { name: 'Run this once' }).click()
  const real = page.getByTestId('lane-real')
  await expect(real.getByTestId('changed-files')).toContainText('/project/made.txt', { timeout: 20_000 })
  const files = page.getByRole('navigation', { name: 'Files' })
  await expect(files).not.toContainText('made.txt')
  await real.getByRole('button', { name: 'Save to draft' }).click()
  await expect(files).toContainText('made.txt')
  await real.getByRole('button', { name: 'Save lockfile' }).click()
  await expect(real.getByRole('button', { name: 'Save lockfile' })).toHaveCount(0)
  await playground.answer('Integrity')
  await expect(page.getByTestId('lockfile')).toContainText('The chain matches the lockfile')
  expect(troubles).toEqual([])
})

test('a short link opens in another browser profile as a draft from a link', async ({ page, browser }) => {
  const playground = new PlaygroundPage(page)
  await playground.open(address)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create short link' }).click()
  const field = page.getByTestId('short-link')
  await expect(field).toHaveValue(/#s\.[\w-]+$/)
  const short = await field.inputValue()
  expect(short.length).toBeLessThan(60)
  // A new browser profile does not have the token of this launch.
  const reader = new PlaygroundPage(await (await browser.newContext({ serviceWorkers: 'block' })).newPage())
  await reader.open(short)
  await expect(reader.banner).toBeVisible()
  await expect(reader.cards).toHaveCount(3)
})

test('a page without a connection to the server shows how to connect, and sends no draft', async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const playground = new PlaygroundPage(page)
  await playground.open(new URL('/', address).href)
  await playground.answer('Results')
  await expect(page.getByText('Not connected to a server. Run npm start and open the printed URL.')).toBeVisible()
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await expect(page.getByTestId('not-connected')).toContainText('Open the URL that npm start printed.')
  expect(sent).toEqual([])
})

test('a short link is requested once, and an earlier error disappears', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open(address)
  let asked = 0
  await page.route('**/api/shares', async (route) => {
    if (++asked === 1) return route.fulfill({ status: 502, body: 'no' })
    await new Promise((later) => setTimeout(later, 300))
    return route.continue()
  })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const make = page.getByRole('button', { name: 'Create short link' })
  await make.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The server answered with status 502.')
  await make.dblclick()
  await expect(page.getByTestId('short-link')).toHaveValue(/#s\./)
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0)
  expect(asked).toBe(2)
})

test('a draft from a link does not run on the server before it is trusted', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open(address)
  const link = await playground.shareLink()
  await page.evaluate((text) => (location.hash = new URL(text).hash), link)
  await expect(playground.banner).toBeVisible()
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Run this once' })).toBeDisabled()
  await page.getByRole('dialog').getByRole('button', { name: 'Trust for this session' }).click()
  await expect(page.getByRole('button', { name: 'Run this once' })).toBeEnabled()
})

test('changed files that are too large are listed with the limit', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain(address)
  await playground.replace(
    'params = json.load(sys.stdin)',
    'params = json.load(sys.stdin)\nopen("/project/huge.bin", "wb").write(bytes(9 * 1024 * 1024))\nimport os\nos.symlink("huge.bin", "/project/link")',
  )
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await page.getByRole('button', { name: 'Run this once' }).click()
  const named = page.getByTestId('lane-real').getByTestId('named-files')
  await expect(named.getByRole('listitem')).toHaveText(
    [/new\s*\/project\/huge\.bin: too large for a result \(limit change_bytes\)/, /new\s*\/project\/link: a link/],
    { timeout: 20_000 },
  )
})

test('the confirmation covers the whole request: headers, body, auth and retry', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open(address)
  await page.goto(new URL('/#example=http-tool', address).href)
  // Wait for the item: until the example is loaded, the page shows the previous draft, which is also ready.
  await expect(playground.item).toHaveAccessibleName('item demo/greeting')
  await expect(playground.status).toContainText('Ready')
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByTestId('consent-request')).toContainText(/^(GET|POST) https?:/)
  for (const name of ['headers', 'auth', 'body', 'retry', 'timeout'])
    await expect(dialog.getByTestId(`consent-${name}`)).not.toBeEmpty()
})
