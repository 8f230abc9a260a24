import { defineConfig } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { chromium } from './e2e/chromium.ts'
import { isNightly } from './core/testing/nightly.ts'
import { nightly } from './e2e/nightly.ts'

const port = freePort()

/** A port that nobody has, the same for the runner and its workers, so that no other server is ever tested by mistake. */
function freePort(): number {
  const ask =
    "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
  process.env['RYE_E2E_PORT'] ??= execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).trim()
  return Number(process.env['RYE_E2E_PORT'])
}

/** The page's own stories run against the built page; those that need a server start one themselves. */
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  // Only keeps a hang from lasting: a busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A story that needs a second try has a race in it, or the page has: `npm test` names it, and `npm run nightly` gives none.
  retries: isNightly ? 0 : 1,
  ...(isNightly ? {} : { grepInvert: new RegExp(nightly.tag) }),
  reporter: [['list']],
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/snapshots/{arg}{ext}',
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
    // What is kept for working offline has a story of its own; elsewhere it would hide what the network does.
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
