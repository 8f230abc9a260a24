import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

test('after the first load the page works without network', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    if (registration.active?.state !== 'activated') {
      await new Promise((resolve) => registration.active?.addEventListener('statechange', resolve))
    }
  })
  await context.setOffline(true)
  await page.reload()
  await expect(playground.cards).toHaveCount(3)
  await expect(playground.editorText).toContainText('__executor_id__')
  await playground.example('Shadowing')
  await expect(playground.cards.first()).toBeVisible()
  await playground.answer('Compare')
  await expect(page.getByTestId('matrix')).toContainText('ready')
  const link = await playground.shareLink()
  expect(link).toContain('#v1.')
})

test('an embed shows the chain in somebody else’s page and tells its height', async ({ page, baseURL }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const fragment = new URL(await playground.shareLink()).hash
  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<script>addEventListener('message', (e) => e.data.kind === 'rye-chain-height' && (document.title = 'height ' + e.data.height))</script>
       <iframe sandbox="allow-scripts allow-same-origin" src="${baseURL}embed/${fragment}" width="700" height="500"></iframe>`,
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => host.once('listening', resolve))
  const { port } = host.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByTestId('chain-card')).toHaveCount(3)
  await expect(frame.getByRole('link', { name: 'Open in the playground' })).toBeVisible()
  await expect(page).toHaveTitle(/height \d{3,}/)
  await frame.getByTestId('argv').getByRole('button').first().click()
  await expect(frame.getByTestId('why')).toContainText('argv[0]')
  host.close()
})

test('two hundred characters typed into a workspace of 1,000 tools: the last answer is the last text', async ({
  page,
}) => {
  const tools = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [
      `/project/.ai/tools/many/t${index}.py`,
      `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n__category__ = "many"\n`,
    ]),
  )
  await page.addInitScript((files) => {
    if (sessionStorage.getItem('rye.tab')) return
    const snapshot = {
      format: 1,
      name: 'Many',
      dialect: 'lillux',
      search: 'scoped',
      dev_mode: true,
      bundle: { id: 'ryeos-core', version: '1.0.0' },
      item_id: 'many/t500',
      parameters: '{}',
      files,
    }
    const record = { format: 1, id: 'many', snapshot, origin: { kind: 'own' }, edited_at: 1, trashed: false }
    localStorage.setItem('rye.draft.many', JSON.stringify(record))
    sessionStorage.setItem('rye.tab', 'many')
    localStorage.setItem('rye.view.editor', 'plain')
  }, tools)
  const playground = new PlaygroundPage(page)
  await playground.open()
  await expect(playground.cards).toHaveCount(3)
  const field = playground.plain()
  await field.press('Control+End')
  const word = 'abcdefghij'.repeat(20)
  await page.keyboard.type(`__tool_description__ = "${word}"`)
  await expect(playground.cards.nth(0)).toContainText(word)
  await expect(playground.status).toContainText('Ready to run')
})
