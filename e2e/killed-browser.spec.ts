import { chromium, expect, test, type Browser, type Page } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

/** A browser that a test can kill, with its own process and profile. */
class OwnBrowser {
  readonly #process: ChildProcess
  readonly browser: Browser

  constructor(process: ChildProcess, browser: Browser) {
    this.#process = process
    this.browser = browser
  }

  static async start(profile: string, executable: string, args: readonly string[]): Promise<OwnBrowser> {
    const process = spawn(
      executable,
      [...args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    )
    const address = await new Promise<string>((resolve, reject) => {
      let said = ''
      process.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
        if (found !== undefined) resolve(found)
      })
      process.on('exit', () => reject(new Error(`the browser ended: ${said}`)))
    })
    return new OwnBrowser(process, await chromium.connectOverCDP(address))
  }

  async page(): Promise<Page> {
    const [context] = this.browser.contexts()
    return context ? await context.newPage() : await this.browser.newPage()
  }

  /** Kill all browser processes immediately, as in a crash or a power failure. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    process.kill(-(this.#process.pid ?? 0), 'SIGKILL')
    await ended
  }
}

test('an edit survives a browser that is killed one second later, and is offered again', async ({
  baseURL,
  launchOptions,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'rye-profile-'))
  const executable = launchOptions.executablePath ?? chromium.executablePath()
  const start = () => OwnBrowser.start(profile, executable, launchOptions.args ?? [])
  let running = await start()
  try {
    const first = new PlaygroundPage(await running.page())
    await first.page.goto(baseURL ?? '')
    await expect(first.cards.first()).toBeVisible()
    await new PlaygroundPage(first.page).switchEditor()
    await first.replace(firstDescription, 'Typed a second before the end.')
    // The requirement is one second between the edit and the kill, so this fixed wait is intentional.
    await first.page.waitForTimeout(1_000)
    await running.kill()

    running = await start()
    const second = new PlaygroundPage(await running.page())
    await second.page.goto(baseURL ?? '')
    await expect(second.cards.first()).toContainText(firstDescription)
    await expect(second.notice).toContainText('was open when the browser stopped')
    await second.notice.getByRole('button', { name: 'Open this draft' }).click()
    await expect(second.cards.first()).toContainText('Typed a second before the end.')
  } finally {
    await running.kill()
    await rm(profile, { recursive: true, force: true })
  }
})

test('a draft of a tab that closed normally is not offered to the next tab', nightly, async ({ page, context }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Left in good order.')
  await playground.kept('Left in good order.')
  await page.close({ runBeforeUnload: true })
  const next = new PlaygroundPage(await context.newPage())
  await next.open()
  await next.page.keyboard.press('Alt+KeyD')
  await expect(next.page.getByTestId('library')).toContainText('Hello, chain')
  await expect(next.page.getByText('was open when the browser')).toHaveCount(0)
})

test('a duplicated tab immediately owns a copy', async ({ page, context }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'The first tab.')
  await playground.kept('The first tab.')
  const tab = await page.evaluate(() => sessionStorage.getItem('rye.tab'))
  const twin = new PlaygroundPage(await context.newPage())
  // When a user duplicates a tab, the browser copies the storage of the tab.
  await twin.page.addInitScript((id) => {
    if (!sessionStorage.getItem('rye.twin')) sessionStorage.setItem('rye.tab', id ?? '')
    sessionStorage.setItem('rye.twin', 'yes')
  }, tab)
  await twin.openPlain()
  await expect(twin.notice).toContainText('open in another tab')
  await expect(twin.page).toHaveTitle(/Hello, chain \(copy\)/)
  await twin.kept('Hello, chain (copy)')
  await twin.replace('The first tab.', 'The second tab.')
  await twin.page.reload()
  await page.reload()
  await expect(twin.cards.first()).toContainText('The second tab.')
  await expect(playground.cards.first()).toContainText('The first tab.')
})
