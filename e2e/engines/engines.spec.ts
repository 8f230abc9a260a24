import { expect, test } from '@playwright/test'
import { encodeShare } from '#core/share'
import { breakableLine } from '../local-server.ts'
import type { DrivenBrowser } from './driven.ts'
import { otherEngines } from './installed.ts'
import { nightly } from '../nightly.ts'

/** A JavaScript tool from a link. */
const script = encodeShare({
  format: 1,
  name: 'A script',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.2.0' },
  item_id: 'demo/hi',
  parameters: '{}',
  files: {
    '/project/.ai/tools/demo/hi.js': `export const __version__ = "1.0.0"
export const __tool_type__ = "javascript"
export const __executor_id__ = "rye/core/runtimes/node/node"
export const __category__ = "demo"
console.log(JSON.stringify({ greeting: "Hello from QuickJS" }))
`,
  },
})

for (const { name, start } of otherEngines) {
  test(
    `${name} opens, edits, simulates Python and JavaScript, shares, opens a link, does a step of a lesson, reloads, and works offline`,
    nightly,
    async ({ baseURL }) => {
      // A newly installed browser starts slowly, and both engines start at the same time.
      test.setTimeout(180_000)
      const started = start()
      test.skip(typeof started === 'string', String(started))
      if (typeof started === 'string') return
      const browser = await started
      // Closing a proxy simulates a lost network in any browser.
      const line = await breakableLine()
      line.leadTo(Number(new URL(baseURL ?? '').port))
      try {
        await story(browser, `http://127.0.0.1:${line.port}/`, () => line.close())
      } finally {
        await browser.close()
        await line.close()
      }
    },
  )
}

async function story(browser: DrivenBrowser, address: string, loseNetwork: () => Promise<void>): Promise<void> {
  const patience = { timeout: 30_000 }
  const text = (selector: string) => () =>
    browser.ask(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`)
  const shows = (selector: string, part: string): Promise<void> =>
    expect.poll(text(selector), { ...patience, message: `${selector} shows ${part}` }).toContain(part)
  const press = (button: string): Promise<unknown> => {
    const found = `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(button)})`
    return browser.ask(`void ${found}.click()`)
  }
  const [card, data] = ['[data-testid=chain-card]', '[data-testid=lane-simulated] [data-testid=data]']

  await test.step('the page opens, and typing changes the chain', async () => {
    await browser.open(address)
    await shows('[data-testid=status]', 'Ready to run')
    await shows('.monaco-editor .view-lines', '__executor_id__')
    await browser.chord('Alt', '0')
    await browser.chord('Control', 'End')
    await browser.type('__version__ = "9.9.9"')
    await shows(card, '9.9.9')
  })
  await test.step('explained terms are underlined', async () => {
    for (const asked of ['.ask', '.term:not(.quiet)'])
      expect(await browser.ask(`getComputedStyle(document.querySelector('${asked}')).textDecorationLine`)).toBe(
        'underline',
      )
  })
  await test.step('Python is simulated', async () => {
    await press('Simulate')
    await shows(data, 'Hello, Ada!')
  })
  await test.step('the draft is shared, and its link opens in a second page', async () => {
    await press('Share')
    const link = (): Promise<unknown> => browser.ask(`document.querySelector('[data-testid=share-link]')?.value ?? ''`)
    await expect.poll(link, patience).toMatch(/#v1\./)
    const address = String(await link())
    await browser.ask(`void document.querySelector('dialog [aria-label=Close]').click()`)
    await browser.open(address)
    await shows('[data-testid=link-banner]', 'Trust')
    await shows(card, '9.9.9')
  })
  await test.step('a lesson step is ticked', async () => {
    await browser.open(`${address}#example=learn-three-layers`)
    const said = '[data-testid=lesson-said]'
    await shows(said, '0 of 5 steps done.')
    await press('Do it for me')
    await shows(said, '1 of 5 steps done.')
    await shows('[data-testid=status]', 'Ready to run')
  })
  await test.step('another link opens, and its JavaScript is simulated after approval', async () => {
    await browser.open(`${address}#${script}`)
    await shows(card, 'demo/hi')
    await browser.ask(
      `void [...document.querySelectorAll('[data-testid=link-banner] button')].find((one) => /^Trust/.test(one.textContent.trim())).click()`,
    )
    await press('Simulate')
    await shows(data, 'Hello from QuickJS')
  })
  await test.step('text that is typed right before a reload survives it, also without network', async () => {
    await shows('.monaco-editor .view-lines', '__executor_id__')
    await browser.chord('Alt', '0')
    await browser.chord('Control', 'End')
    await browser.type('//kept')
    await browser.reload()
    await shows(card, 'demo/hi')
    await shows('.monaco-editor .view-lines', '//kept')
    await browser.ask(`navigator.serviceWorker.ready.then(() => true)`)
    await expect.poll(() => browser.ask(`navigator.serviceWorker.controller !== null`), patience).toBe(true)
    await loseNetwork()
    await browser.reload()
    await shows(card, 'demo/hi')
    await press('Simulate')
    await shows(data, 'Hello from QuickJS')
  })
}
