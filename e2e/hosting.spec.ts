import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { decodeShare, encodeShare } from '#core/share'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

test('an embed shows the chain in another page and reports its height', async ({ page, baseURL }) => {
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

test('an embed of an invalid link shows no other chain', async ({ page }) => {
  await page.goto('/embed/#v1.hello-chain-1.broken')
  await expect(page.getByRole('alert')).toContainText('Could not open this link.')
  await expect(page.getByText('No chain to show')).toBeVisible()
  await expect(page.getByTestId('chain-card')).toHaveCount(0)
})

test('an embed with a long draft name and a long variable is not wider than its frame', nightly, async ({ page }) => {
  const decoded = decodeShare('v1.hello-chain-1.I-XGxBvNbKOZbcRltloA')
  if (decoded.kind === 'rejected') throw new Error('the link is read for ever')
  const name = 'N'.repeat(300)
  const files = { ...decoded.snapshot.files, '/project/.env': `${name}=${'x'.repeat(600)}\n` }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/embed/#${encodeShare({ ...decoded.snapshot, name, files })}`)
  await expect(page.getByTestId('env')).toContainText(name)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** Serve an HTML page from another origin. */
async function hostOf(html: string): Promise<{ readonly address: string; readonly close: () => void }> {
  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => host.once('listening', resolve))
  const { port } = host.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => host.close() }
}

test('the copied embed snippet works: it adopts the reported height, and its buttons have an effect', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Copy embed code' }).click()
  await expect(playground.notice).toContainText('Embed code copied.')
  const snippet = await page.evaluate(() => navigator.clipboard.readText())
  expect(snippet).toContain(`<iframe src="${baseURL}embed/#v1.`)
  const host = await hostOf(`<h1>Before</h1>${snippet}`)
  await page.goto(host.address)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByTestId('chain-card')).toHaveCount(3)
  await expect(frame.getByTestId('reproduced')).toContainText('same chain and plan as when shared')
  const height = async (): Promise<number> => Number(await page.locator('iframe').getAttribute('height'))
  await expect.poll(height).not.toBe(480)
  const before = await height()
  // The embed script ignores height messages from other windows.
  await page.evaluate(async () => {
    const after = new Promise((resolve) => addEventListener('message', ({ data }) => data === 'after' && resolve(data)))
    postMessage({ kind: 'rye-chain-height', height: 77 }, '*')
    postMessage('after', '*')
    await after
  })
  expect(await height()).not.toBe(77)

  const text = frame.getByRole('textbox', { name: /^Text of / })
  await expect(text).toHaveCount(0)
  await frame.getByRole('button', { name: /execute.yaml/ }).click()
  await expect(text).toHaveValue(/tool_type: primitive/)
  await expect(text).not.toBeEditable()
  await expect.poll(height).toBeGreaterThan(before)
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect(text).toHaveCount(0)
  await frame.getByTestId('argv').getByRole('button').nth(1).click()
  await expect(frame.getByRole('button', { name: /copy link/i })).toHaveCount(0)
  await frame.getByTestId('why').getByTitle('Go to this line').click()
  await expect(text).toHaveValue(/\{tool_path\}/)
  host.close()
})

test(
  'an editable embed updates its chain, undoes and resets changes, and opens the playground with them',
  nightly,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByLabel('readers can edit').check()
    await page.getByLabel('theme').selectOption('dark')
    await page.getByRole('button', { name: 'Copy embed code' }).click()
    await expect(playground.notice).toContainText('Embed code copied.')
    const host = await hostOf(await page.evaluate(() => navigator.clipboard.readText()))
    await page.goto(host.address)
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
    const cards = frame.getByTestId('chain-card')
    const text = frame.getByRole('textbox', { name: /^Text of / })
    const before = await text.inputValue()
    await text.fill(before.replace(firstDescription, 'Edited in the embed.'))
    await expect(cards.first()).toContainText('Edited in the embed.')
    const opening = context.waitForEvent('page')
    await frame.getByRole('link', { name: 'Open in the playground' }).click()
    const opened = new PlaygroundPage(await opening)
    await expect(opened.cards.first()).toContainText('Edited in the embed.')
    await expect(opened.banner).toContainText('same chain and plan as when shared')

    await frame.getByRole('button', { name: 'Undo' }).click()
    await expect(text).toHaveValue(before)
    await text.fill(before.replace('python/script', 'python/scirpt'))
    await expect(cards).toHaveCount(1)
    await frame.getByRole('button', { name: 'Reset' }).click()
    await expect(cards).toHaveCount(3)
    await expect(text).toHaveValue(before)
    await expect(frame.getByRole('button', { name: 'Reset' })).toBeDisabled()
    host.close()
  },
)

test(
  'every answer is newer than the previous one while 200 characters are typed into 1,000 tools',
  nightly,
  async ({ page }) => {
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
    // The page shows answers during typing, not only afterwards.
    for (const half of [word.slice(0, 100), word.slice(100)]) {
      await page.keyboard.type(half)
      await expect(description).toHaveText(new RegExp(`${half}$`))
    }
    await expect(description).toHaveText(`.${word}`)
    await expect(playground.status).toContainText('Ready to run')
    const texts = await seen.jsonValue()
    expect(texts.filter((text) => !`.${word}`.startsWith(text))).toEqual([])
    const lengths = texts.map((text) => text.length)
    expect(lengths).toEqual([...lengths].sort((one, other) => one - other))
    expect(lengths.at(-1)).toBe(201)
  },
)

test('an embed refuses a paste that exceeds the maximum file size', nightly, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const playground = new PlaygroundPage(page)
  await playground.open()
  const fragment = new URL(await playground.shareLink()).hash
  await page.goto(`${baseURL}embed/?edit${fragment}`)
  await expect(playground.cards.first()).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(4_000_001)))
  await playground.plain().click()
  await page.keyboard.press('ControlOrMeta+KeyV')
  await expect(page.getByRole('alert')).toContainText('at most 4 MB')
  expect(await playground.plain().inputValue()).not.toContain('xx')
})
