import { defineConfig } from '@playwright/test'
import { wholeChromium } from './e2e/chromium.ts'
import stories from './playwright.config.ts'

/** Measurements in a browser that take too long for the usual checks: `npm run bench -- --only large`. */
export default defineConfig(stories, {
  testMatch: /\.bench\.ts$/,
  timeout: 300_000,
  retries: 0,
  workers: 1,
  use: {
    launchOptions: {
      ...wholeChromium,
      args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
    },
  },
})
