import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

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
  const playground = new PlaygroundPage(page)
  await playground.openDraft(tools, 'many/t500')
  await expect(playground.cards).toHaveCount(3)
  const field = playground.plain()
  await field.press('Control+End')
  const word = 'abcdefghij'.repeat(20)
  await page.keyboard.type(`__tool_description__ = "${word}"`)
  await expect(playground.cards.nth(0)).toContainText(word)
  await expect(playground.status).toContainText('Ready to run')
})
