import { defineConfig } from '@playwright/test'
import { wholeChromium } from './e2e/chromium.ts'
import stories from './playwright.config.ts'

/** What the bench measures in a browser and no check of every day has time for: `npm run bench -- --only large`. */
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
