import { expect, test, type Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { PlaygroundPage } from './pages.ts'

const tools = 10_000
const presses = 60
/** Characters per tool. All tools together have almost 64 MB, the size limit of a draft. */
const length = 6_200

function toolText(at: number): string {
  const head = `"""Tool ${at}."""\n\n__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "rye/core/runtimes/python/script"\n`
  return head + `# ${'x'.repeat(97)}\n`.repeat(Math.ceil(length / 100)).slice(0, length - head.length - 1) + '\n'
}

function archive(): Buffer {
  const names = Array.from({ length: tools }, (_, at) => `.ai/tools/group${at % 100}/tool${at}.py`)
  return Buffer.from(zipSync(Object.fromEntries(names.map((name, at) => [name, strToU8(toolText(at))])), { level: 1 }))
}

/**
 * The number of garbage collections to run. The last two results are compared, because only a later collection frees
 * buffers in transit.
 */
const collections = { least: 4, most: 12, pauseMs: 500 } as const

/**
 * Bytes of the objects and buffers in a heap. Runs garbage collections until two results agree within 0.1 %, or until
 * the maximum.
 */
async function heldBy(ask: (method: HeapQuestion) => Promise<HeapUsage>): Promise<number> {
  await ask('HeapProfiler.enable')
  let former = Infinity
  for (let collected = 0; collected < collections.most; collected++) {
    await ask('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize } = await ask('Runtime.getHeapUsage')
    const held = usedSize + backingStorageSize
    if (collected >= collections.least && Math.abs(former - held) <= held / 1_000) return held
    former = held
    await new Promise((resolve) => setTimeout(resolve, collections.pauseMs))
  }
  return former
}

/**
 * Measure the page's heap through its debugger. A collection by a script in the page would leave import buffers in
 * memory for seconds.
 */
async function askHeapOfPage(page: Page): Promise<() => Promise<number>> {
  const debug = await page.context().newCDPSession(page)
  const ask = async (method: HeapQuestion): Promise<HeapUsage> =>
    method === 'Runtime.getHeapUsage' ? debug.send(method) : (await debug.send(method), nothing)
  return () => heldBy(ask)
}

/** Measure the heap and buffers of the engine's worker through its debugger. A worker cannot measure its own heap. */
async function askHeapOfWorker(page: Page): Promise<() => Promise<number>> {
  const debug = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    debug.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId)
    }),
  )
  await debug.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const sessionId = await found
  let asked = 0
  const ask = async (method: HeapQuestion): Promise<HeapUsage> => {
    const id = ++asked
    const answer = new Promise<HeapUsage>((resolve) => {
      const received = ({ message }: { readonly message: string }): void => {
        const { id: of, result } = JSON.parse(message) as { readonly id?: number; readonly result: HeapUsage }
        if (of !== id) return
        debug.off('Target.receivedMessageFromTarget', received)
        resolve(result)
      }
      debug.on('Target.receivedMessageFromTarget', received)
    })
    await debug.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
    return answer
  }
  return () => heldBy(ask)
}

/** Debugger commands for a heap. Only `Runtime.getHeapUsage` has a result. */
type HeapQuestion = 'HeapProfiler.enable' | 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage'

/** The heap usage that a debugger reports: objects, and their buffers outside the heap. */
interface HeapUsage {
  readonly usedSize: number
  readonly backingStorageSize: number
}

const nothing: HeapUsage = { usedSize: 0, backingStorageSize: 0 }

interface Noted {
  readonly engine: number[]
  readonly tasks: number[]
}

test('opening and typing are measured in a draft of 10,000 tools and 62 MB', async ({ page }) => {
  // The engine's own times, and the long tasks of the page's thread.
  await page.addInitScript(() => {
    const noted: Noted = { engine: [], tasks: [] }
    Object.assign(globalThis, { noted })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.tasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
    const { Worker: Plain } = globalThis
    globalThis.Worker = class extends Plain {
      constructor(...given: ConstructorParameters<typeof Plain>) {
        super(...given)
        this.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; took_ms?: number }>) => {
          if (data.kind === 'analysis' && data.took_ms !== undefined) noted.engine.push(data.took_ms)
        })
      }
    }
  })
  const taken = (): Promise<Noted> =>
    page.evaluate(() => {
      const { noted } = globalThis as unknown as { readonly noted: Noted }
      return { engine: noted.engine.splice(0), tasks: noted.tasks.splice(0) }
    })
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const heapOfPage = await askHeapOfPage(page)
  const heapOfWorker = await askHeapOfWorker(page)
  const before = (await heapOfPage()) + (await heapOfWorker())
  await taken()
  await page.keyboard.press('Alt+KeyX')
  const started = Date.now()
  // Import from a file. The driver would decode message bytes in the page, which would block the page longer than the
  // import.
  const zip = test.info().outputPath('large.zip')
  writeFileSync(zip, archive())
  await page.getByTestId('import-files').setInputFiles(zip)
  await playground.confirmImport('new')
  await expect(playground.notice).toContainText(`Opened ${tools} files`, { timeout: 240_000 })
  const imported = Date.now() - started
  await expect(playground.cards.first()).toContainText('tool0')
  await expect(page.getByText('Problems')).toBeVisible()
  const importing = await taken()
  const after = (await heapOfPage()) + (await heapOfWorker())
  await playground.plain().click()
  await page.keyboard.press('Control+End')
  for (let press = 0; press < presses; press++) {
    await page.keyboard.type('x')
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted.engine.length))
      .toBeGreaterThan(press)
  }
  const typing = await taken()
  const sorted = typing.engine.toSorted((a, b) => a - b)
  const figures = {
    import_ms: imported,
    import_longest_task: Math.max(0, ...importing.tasks),
    engine_p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    typing_longest_task: Math.max(0, ...typing.tasks),
    // The page and the engine each have one copy of the text.
    bytes_a_tool: (after - before) / tools - 2 * length,
    bytes_with_copy: (after - before) / tools - length,
  }
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
  expect(sorted.length).toBeGreaterThanOrEqual(presses)
})
