import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { parse } from 'yaml'
import { PlaygroundPage } from './pages.ts'

interface About {
  readonly slug: string
  readonly title: string
  readonly ready: boolean
  readonly isRequest: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const examples = readdirSync(`${root}examples`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => aboutOf(name))
let server: ChildProcess | undefined
let address = ''

function aboutOf(slug: string): About {
  const document = parse(readFileSync(`${root}examples/${slug}/example.yaml`, 'utf8')) as {
    readonly title: string
    readonly expect: { readonly status: string; readonly request?: object }
  }
  const { status, request } = document.expect
  return { slug, title: document.title, ready: status === 'ready', isRequest: request !== undefined }
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const child = spawn(process.execPath, ['server/launch/run.mjs', 'cli', 'serve', '--port', '0'], { cwd: root })
  server = child
  address = await new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(said)?.[0]
      if (url) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(said)))
  })
})

test.afterAll(() => {
  server?.kill('SIGINT')
})

test('there are examples to compare', () => {
  expect(examples.filter(({ ready, isRequest }) => ready && !isRequest).length).toBeGreaterThan(0)
})

// A request goes to a host that no test may reach: its recorded answer is all there is.
for (const { slug, title } of examples.filter(({ ready, isRequest }) => ready && !isRequest)) {
  test(`${slug}: what is simulated equals what really happens`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open(address)
    await playground.example(title)
    await expect(page.getByTestId('plan')).toBeVisible()
    await page.getByRole('button', { name: 'Simulate', exact: true }).click()
    await expect(page.getByTestId('lane-simulated').getByTestId('ending')).toBeVisible({ timeout: 40_000 })
    await page.getByRole('button', { name: 'Run on server', exact: true }).click()
    await page.getByRole('button', { name: 'Run exactly this, once' }).click()
    await expect(page.getByTestId('lane-real').getByTestId('ending')).toContainText('exited', { timeout: 30_000 })
    const told = page.getByTestId('differences').locator('p')
    await expect(told).not.toHaveCount(0)
    for (const text of await told.allTextContents()) expect(text).toMatch(/agree|comes from the simulation/)
  })
}
