import { programAt, type DrivenBrowser } from './driven.ts'
import { startChromium, startFirefox } from './puppeteer.ts'
import { miniBrowser, startWebKit } from './webkit.ts'

/**
 * A browser of one engine. `start` returns a message with the name of the missing package if the browser is not
 * installed.
 */
export interface BrowserEngine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  readonly start: () => Promise<DrivenBrowser> | string
}

export const chromium: BrowserEngine = {
  name: 'Chromium',
  start() {
    const path = programAt('chromium')
    return path === undefined ? 'Chromium is not installed: apt-get install chromium' : startChromium(path)
  },
}

/** The browser engines that other stories do not use. */
export const otherEngines: readonly BrowserEngine[] = [
  {
    name: 'Firefox',
    start() {
      const path = programAt('firefox-esr')
      return path === undefined ? 'Firefox is not installed: apt-get install firefox-esr' : startFirefox(path)
    },
  },
  {
    name: 'WebKit',
    start() {
      const [driver, screen, browser] = [programAt('WebKitWebDriver'), programAt('Xvfb'), miniBrowser()]
      return driver === undefined || screen === undefined || browser === undefined
        ? 'WebKit is not installed: apt-get install webkit2gtk-driver xvfb'
        : startWebKit({ driver, screen, browser })
    },
  },
]
