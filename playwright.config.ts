import { defineConfig } from '@playwright/test'
import { existsSync } from 'node:fs'

const systemChromium = '/usr/bin/chromium'
const port = 4173

/** The page's own stories run against the built page; those that need a server start one themselves. */
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/snapshots/{arg}{ext}',
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
    // What is kept for working offline has a story of its own; elsewhere it would hide what the network does.
    serviceWorkers: 'block',
    launchOptions: {
      ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: true,
    timeout: 30_000,
  },
})
