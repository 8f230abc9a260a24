import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { startServer, type LocalServer } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'

let server: LocalServer | undefined
let service: Server | undefined
let host = ''
let asked: string[] = []

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  service = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.setHeader('content-type', 'application/json')
    response.setHeader('set-cookie', 'session=of-nobody-else')
    response.end(JSON.stringify({ greeting: `Really hello, number ${asked.length}!` }))
  })
  await new Promise<void>((resolve) => service?.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await startServer('--http-allow', host, '--http-allow-private', host)
})

test.afterAll(() => {
  server?.stop()
  service?.close()
})

test.beforeEach(() => {
  asked = []
})

test('the answer to a real request is stored without its cookie, and the simulation replays it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open(server?.address)
  await playground.example('A web request as a tool')
  await playground.answer('World')
  await page.getByRole('textbox', { name: '/project/.env' }).fill(`GREETINGS_URL=http://${host}`)
  await playground.answer('Command')
  await page.getByRole('button', { name: 'Show secrets' }).click()
  await expect(page.getByTestId('plan')).toContainText(host)

  const runForReal = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Run on server', exact: true }).click()
    await page.getByRole('button', { name: 'Run this once' }).click()
  }
  const real = page.getByTestId('lane-real')
  const simulated = page.getByTestId('lane-simulated')
  const simulate = page.getByRole('button', { name: 'Simulate', exact: true })
  const keep = real.getByRole('button', { name: 'Save as recorded answer' })

  await simulate.click()
  await expect(simulated).toContainText('no recording')
  expect(asked).toEqual([])
  await runForReal()
  await expect(real.getByTestId('data')).toContainText('Really hello, number 1!', { timeout: 20_000 })
  expect(asked).toEqual(['GET /v1/en/Ada'])
  await keep.click()
  await expect(playground.notice).toContainText('Simulations now use this answer')
  await simulate.click()
  await expect(simulated.getByTestId('data')).toContainText('Really hello, number 1!')
  expect(asked).toHaveLength(1)

  await runForReal()
  await expect(real.getByTestId('data')).toContainText('Really hello, number 2!', { timeout: 20_000 })
  await keep.click()
  await simulate.click()
  await expect(simulated.getByTestId('data')).toContainText('Really hello, number 2!')
  await expect(page.getByTestId('differences')).toContainText('runs match')

  const files = page.getByRole('navigation', { name: 'Files' })
  await files.getByRole('button', { name: /^get-http-127/ }).click()
  const text = page.getByRole('region', { name: 'Editor' })
  await expect(text).toContainText('number 2')
  await expect(text).not.toContainText('session=of-nobody-else')
})
