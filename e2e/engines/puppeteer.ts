import { launch, type Browser, type KeyInput } from 'puppeteer-core'
import type { DrivenBrowser } from './driven.ts'

/** Start Debian's Firefox with WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<DrivenBrowser> {
  return drivenBy(await launch({ browser: 'firefox', executablePath, headless: true, timeout: 60_000 }))
}

/** Start Debian's Chromium with the Chrome DevTools Protocol. */
export async function startChromium(executablePath: string): Promise<DrivenBrowser> {
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  return drivenBy(await launch({ browser: 'chrome', executablePath, headless: true, timeout: 60_000, args }))
}

async function drivenBy(browser: Browser): Promise<DrivenBrowser> {
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  await page.setViewport({ width: 1440, height: 900 })
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    ask: (expression) => page.evaluate(expression),
    async chord(modifier, key) {
      await page.keyboard.down(modifier)
      await page.keyboard.press(key as KeyInput)
      await page.keyboard.up(modifier)
    },
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  }
}
