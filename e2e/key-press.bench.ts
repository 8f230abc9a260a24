import { expect, test } from '@playwright/test'
import { bundleOfDialect } from '#core/workspace'
import type { DrivenBrowser } from './engines/driven.ts'
import { chromium, otherEngines } from './engines/installed.ts'
import { frameProbe } from './frames.ts'

const tools = 1_000
const presses = 60
/** The number of key presses that warm up the compilers and are not measured. */
const warmUp = 10
/** Milliseconds from a drawn change to the next press: fast typing, with presses at different points of a frame. */
const betweenPresses = { least: 40, spread: 17, step: 7 } as const

/** A stored draft with this number of tools. */
function draft(): string {
  const text = `"""A tool."""\n\n__tool_type__ = "python"\n__executor_id__ = "rye/core/runtimes/python/script"\n`
  const paths = Array.from({ length: tools }, (_, at) => `/project/.ai/tools/group${at % 100}/tool${at}.py`)
  const snapshot = {
    format: 1,
    name: 'Many tools',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: bundleOfDialect.lillux,
    item_id: 'group0/tool0',
    parameters: '{}',
    files: Object.fromEntries(paths.map((path) => [path, text])),
  }
  const origin = { kind: 'own' }
  return JSON.stringify({ format: 1, id: 'own', snapshot, origin, edited_at: 1, trashed: false })
}

/**
 * Record the time of each key press, from its browser timestamp until the frame that draws the tool's new version. The
 * frame draws changes from its own animation callbacks; the next frame draws all other changes.
 */
const noteDrawn = `(() => {
  const version = () => document.querySelector('[data-testid=chain-card]').textContent
  const noted = (globalThis.noted = [])
  let [pressed, before] = [undefined, version()]
  let resolveDrawn = () => undefined
  globalThis.drawn = (presses) => new Promise((resolve) => (noted.length >= presses ? resolve() : (resolveDrawn = resolve)))
  addEventListener('keydown', (event) => (pressed ??= event.timeStamp), true)
  const afterThisFrame = (work) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = work
    port2.postMessage(0)
  }
  const look = () => {
    if (pressed === undefined || version() === before) return
    const began = pressed
    ;[pressed, before] = [undefined, version()]
    const drawn = () => {
      noted.push(performance.now() - began)
      resolveDrawn()
    }
    if (isInFrame()) afterThisFrame(drawn)
    else requestAnimationFrame(() => afterThisFrame(drawn))
  }
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(look).observe(document.querySelector('section[aria-label=Chain]'), all)
})()`

test('a key press in a draft of 1,000 tools is measured in every installed engine', async ({ baseURL }) => {
  const figures: Record<string, readonly number[]> = {}
  try {
    for (const { name, start } of [chromium, ...otherEngines]) {
      const started = start()
      if (typeof started === 'string') continue
      const browser = await started
      try {
        figures[name] = await pressed(browser, baseURL ?? '')
      } finally {
        await browser.close()
      }
    }
  } finally {
    // Report the figures even if another engine fails.
    test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
  }
})

async function pressed(browser: DrivenBrowser, address: string): Promise<readonly number[]> {
  const shows = async (selector: string, part: string): Promise<void> => {
    const text = `document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`
    await expect.poll(() => browser.ask(text), { timeout: 30_000, message: selector }).toContain(part)
  }
  await browser.open(address)
  await shows('[data-testid=status]', 'Ready to run')
  await browser.ask(`localStorage.setItem('rye.draft.own', ${JSON.stringify(draft())})`)
  await browser.ask(`sessionStorage.setItem('rye.tab', 'own')`)
  await browser.reload()
  await shows('[data-testid=chain-card]', 'group0/tool0')
  await shows('.monaco-editor .view-lines', '__executor_id__')
  await browser.chord('Alt', '0')
  await browser.chord('Control', 'End')
  await browser.type('__version__ = "1.0.0-a"')
  await shows('[data-testid=chain-card]', '1.0.0-a')
  await browser.chord('Control', 'ArrowLeft')
  await browser.ask(frameProbe)
  await browser.ask(noteDrawn)
  const { least, spread, step } = betweenPresses
  for (let press = 0; press < warmUp + presses; press++) {
    await browser.type('a')
    // Wait inside the page: polling from outside would distort the measurement.
    await browser.ask(`globalThis.drawn(${press + 1})`)
    await new Promise((resolve) => setTimeout(resolve, least + ((press * step) % spread)))
  }
  const noted = await browser.ask('globalThis.noted')
  return Array.isArray(noted) ? noted.slice(warmUp).map(Number) : []
}
