import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DrivenBrowser } from './driven.ts'

/** WebDriver codes of keys that type no character. */
const keyCodes: Readonly<Record<string, string>> = {
  Alt: '\uE00A',
  Control: '\uE009',
  End: '\uE010',
  ArrowLeft: '\uE012',
  '\n': '\uE007',
}

/** The path of WebKitGTK's MiniBrowser; undefined if it is not installed. */
export function miniBrowser(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return folders.map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path))
}

/** Start Debian's WebKitGTK with WebDriver, on a virtual screen. */
export async function startWebKit(programs: {
  readonly driver: string
  readonly screen: string
  readonly browser: string
}): Promise<DrivenBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'rye-webkit-'))
  const screen = spawn(programs.screen, ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const started: ChildProcess[] = [screen]
  const end = (): void => {
    for (const child of started.reverse()) child.kill()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const display = await new Promise<string>((resolve, reject) => {
      screen.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
      screen.once('exit', () => reject(new Error('The screen did not start.')))
    })
    const port = await freePort()
    const env = {
      ...process.env,
      DISPLAY: `:${display}`,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      GDK_BACKEND: 'x11',
      // A virtual screen has no graphics card: rendering without compositing is faster than emulating a card.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // With two processors, additional drawing threads do not help.
      ...(availableParallelism() > 2 ? {} : { WEBKIT_SKIA_CPU_PAINTING_THREADS: '0' }),
    }
    const driver = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' })
    started.push(driver)
    const session = await openSession(`http://127.0.0.1:${port}`, programs.browser, driver)
    return drivenBy(session, end)
  } catch (error) {
    end()
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Send a WebDriver command. Throws the error in the response. */
async function command(url: string, method: 'POST' | 'DELETE', body?: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`${url} answered ${JSON.stringify(value)}`)
  return value
}

async function openSession(driver: string, binary: string, process: ChildProcess): Promise<string> {
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const body = { capabilities: { alwaysMatch: options } }
  for (;;) {
    if (process.exitCode !== null) throw new Error(`The WebKit driver exited with ${process.exitCode}.`)
    const answer = await command(`${driver}/session`, 'POST', body).catch((error: unknown) => {
      // The driver does not accept connections yet.
      if (error instanceof TypeError) return undefined
      throw error
    })
    const id = (answer as { sessionId?: string } | undefined)?.sessionId
    if (id !== undefined) return `${driver}/session/${id}`
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function drivenBy(session: string, end: () => void): Promise<DrivenBrowser> {
  const post = (path: string, body: unknown): Promise<unknown> => command(`${session}/${path}`, 'POST', body)
  const press = async (steps: readonly (readonly [type: 'keyDown' | 'keyUp', key: string])[]): Promise<void> => {
    const actions = steps.map(([type, key]) => ({ type, value: keyCodes[key] ?? key }))
    await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  await post('timeouts', { script: 60_000, pageLoad: 60_000 })
  await post('window/rect', { x: 0, y: 0, width: 1440, height: 900 })
  return {
    open: async (address) => void (await post('url', { url: address })),
    reload: async () => void (await post('refresh', {})),
    ask: (expression) => post('execute/sync', { script: `return (${expression})`, args: [] }),
    chord: (modifier, key) =>
      press([
        ['keyDown', modifier],
        ['keyDown', key],
        ['keyUp', key],
        ['keyUp', modifier],
      ]),
    async type(text) {
      for (const key of text)
        await press([
          ['keyDown', key],
          ['keyUp', key],
        ])
    },
    async close() {
      await command(session, 'DELETE').catch(() => undefined)
      end()
    },
  }
}
