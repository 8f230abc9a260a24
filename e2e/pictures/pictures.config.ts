import { defineConfig } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import stories from '../../playwright.config.ts'

/** `npm run pictures`: takes the screenshots of the README from the built page. */
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
