import { defineConfig } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { chromium } from './e2e/chromium.ts'
import { isNightly } from './core/testing/nightly.ts'
import { nightly } from './e2e/nightly.ts'

const port = freePort()

/**
 * A free port, which the runner shares with its workers. With a fixed port, another server could be tested by mistake.
 */
function freePort(): number {
  const ask =
    "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
  process.env['RYE_E2E_PORT'] ??= execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).trim()
  return Number(process.env['RYE_E2E_PORT'])
}

/** Tests of the page use the built page. Tests that require the product's server start it themselves. */
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  // This timeout only ends a hang. It is long, because a slow machine must not fail a test.
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // If a test passes only on the second attempt, the test or the page has a race condition. `npm test` lists such
  // tests, and `npm run nightly` does not retry.
  retries: isNightly ? 0 : 1,
  ...(isNightly ? {} : { grepInvert: new RegExp(nightly.tag) }),
  reporter: [['list']],
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/snapshots/{arg}{ext}',
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
    // Offline work has separate tests. In all others, the service worker's cache would hide the network requests.
    serviceWorkers: 'block',
    launchOptions: {
      ...chromium,
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
    reuseExistingServer: false,
    timeout: 120_000,
  },
})
