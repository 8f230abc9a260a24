import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { installHint } from './probe.ts'
import { openRunBase } from './base.ts'
import { findCgroupPlace } from './cgroup.ts'
import { processesWith } from '../testing/processes.ts'
import { openTestSandbox } from '../testing/sandbox.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let home: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rye-sweep-'))
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: join(import.meta.dirname, '../testing/child-server.ts'),
      outDir: home,
      emptyOutDir: false,
      target: 'node20',
    },
  })
  // The bundle does not contain its dependencies; it loads them from the folder next to it.
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(home, 'node_modules'))
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test.for(['full', 'reduced'] as const)(
  'level %s: after kill -9 of the server its runs end, and the next start removes leftovers',
  async (level) => {
    const runDir = mkdtempSync(join(home, 'runs-'))
    const word = `sweep-${process.pid}-${level}`
    const entry = readdirSync(home).find((name) => /^child-server\.m?js$/.test(name)) ?? ''
    const child = spawn(process.execPath, [join(home, entry), runDir, word, level], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    )
    if (said !== `up ${level}\n`)
      throw new Error(`Sandbox level ${level} does not work here. To install it: ${installHint()}`)
    expect(processesWith(word).length).toBeGreaterThan(1)
    const root = join(runDir, readdirSync(runDir)[0] ?? '')
    expect(readdirSync(root)).toHaveLength(1)

    child.kill('SIGKILL')
    await expect
      .poll(() => processesWith(word).filter((pid) => pid !== String(child.pid)), { timeout: 5000 })
      .toEqual([])
    expect(readdirSync(root)).toHaveLength(1)

    const { base, swept } = await openRunBase(runDir)
    expect(swept).toHaveLength(1)
    expect(readdirSync(root)).toEqual([base.dir.slice(root.length + 1)])
    await base.close()
    const place = findCgroupPlace()
    if (place === undefined) return
    const box = await openTestSandbox('full')
    expect(readdirSync(place.memory).filter((name) => name.startsWith(`rye-chain-${child.pid}-`))).toEqual([])
    await box.close()
  },
)

test('the sweep does not change live servers or files of other programs', async () => {
  const runDir = mkdtempSync(join(home, 'runs-'))
  const first = await openRunBase(runDir)
  const root = join(first.base.dir, '..')
  mkdirSync(join(root, 'notes'))
  mkdirSync(join(root, '4194000-1-1'))
  writeFileSync(join(root, '4194000-1-1/left'), '')
  const second = await openRunBase(runDir)
  expect(second.swept).toEqual(['4194000-1-1'])
  expect(existsSync(first.base.dir) && existsSync(join(root, 'notes'))).toBe(true)
  await first.base.close()
  await second.base.close()
})

test('a symlink created in advance in place of the run directory is refused', async () => {
  const runDir = mkdtempSync(join(home, 'runs-'))
  symlinkSync(home, join(runDir, `rye-chain-runs-${process.getuid?.() ?? 0}`))
  await expect(openRunBase(runDir)).rejects.toThrow('--run-dir')
})
