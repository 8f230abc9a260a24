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

test('an embed of a link that cannot be opened shows no other chain', async ({ page }) => {
  await page.goto('/embed/#v1.hello-chain-1.broken')
  await expect(page.getByRole('alert')).toContainText('This link could not be opened.')
  await expect(page.getByText('No chain to show')).toBeVisible()
  await expect(page.getByTestId('chain-card')).toHaveCount(0)
})

test('the embed snippet works as it is copied, and with &edit the chain follows what is typed', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Copy embed snippet' }).click()
  await expect(playground.notice).toContainText('The embed snippet was copied.')
  const snippet = await page.evaluate(() => navigator.clipboard.readText())
  expect(snippet).toContain(`<iframe src="${baseURL}embed/#v1.`)
  const editable = snippet.replace(/(#[^"]+)"/, '$1&edit"')
  const host = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/edit' ? editable : snippet)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => host.once('listening', resolve))
  const { port } = host.address() as AddressInfo
  const frame = page.frameLocator('iframe')
  const text = frame.getByRole('textbox', { name: /^Text of / })

  await page.goto(`http://127.0.0.1:${port}/`)
  await expect(frame.getByTestId('chain-card')).toHaveCount(3)
  await expect(text).toHaveCount(0)

  await page.goto(`http://127.0.0.1:${port}/edit`)
  await expect(frame.getByTestId('chain-card')).toHaveCount(3)
  const before = await text.inputValue()
  await text.fill(before.replace('Greets somebody by name.', 'Edited in the embed.'))
  await expect(frame.getByTestId('chain-card').first()).toContainText('Edited in the embed.')
  await text.fill(before.replace('python/script', 'python/scirpt'))
  await expect(frame.getByTestId('chain-card')).toHaveCount(1)
  host.close()
})

test('two hundred characters typed into a workspace of 1,000 tools: every answer is later than the one before it', async ({
  page,
}) => {
  const tool = `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n__category__ = "many"\n`
  const tools = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`/project/.ai/tools/many/t${index}.py`, tool]),
  )
  const playground = new PlaygroundPage(page)
  const typed = '/project/.ai/tools/many/t500.py'
  await playground.openDraft({ ...tools, [typed]: `${tool}__tool_description__ = "."\n` }, 'many/t500')
  await expect(playground.cards).toHaveCount(3)
  const description = playground.cards.nth(0).locator('.about')
  await expect(description).toHaveText('.')
  const seen = await description.evaluateHandle((element) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    return texts
  })
  const field = playground.plain()
  await field.press('Control+End')
  await field.press('ArrowLeft')
  await field.press('ArrowLeft')
  const word = 'abcdefghij'.repeat(20)
  await page.keyboard.type(word)
  await expect(description).toHaveText(`.${word}`)
  await expect(playground.status).toContainText('Ready to run')
  const texts = await seen.jsonValue()
  expect(texts.filter((text) => !`.${word}`.startsWith(text))).toEqual([])
  const lengths = texts.map((text) => text.length)
  expect(lengths).toEqual([...lengths].sort((one, other) => one - other))
  expect(lengths.at(-1)).toBe(201)
  // Answers come while one types, not only after it.
  expect(lengths.length).toBeGreaterThan(1)
})
