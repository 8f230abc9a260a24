import { defineConfig } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import stories from '../../playwright.config.ts'

/** Takes the screenshots for the README from the built page: `npm run pictures`. */
export default defineConfig({
  ...stories,
  testDir: '.',
  outputDir: '../../test-results',
  testMatch: /\.pictures\.ts$/,
  workers: 1,
  retries: 0,
  webServer: [stories.webServer ?? []].flat().map((one) => ({
    ...one,
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  })),
  use: { ...stories.use, viewport: { width: 1280, height: 760 }, colorScheme: 'light' },
})
