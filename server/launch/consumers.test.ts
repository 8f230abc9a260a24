import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isNightly } from '../../core/testing/nightly.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })

const root = join(import.meta.dirname, '../..')
const { name, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  dependencies: Readonly<Record<string, string>>
}

/** The compilers and bundlers of programs that use the engine, by the name under which they are installed. */
const compilers = { ts59: 'typescript@5.9', ts6: 'typescript@6', ts7: 'typescript@7' }
const bundlers = ['esbuild@0.28', 'rollup@4', '@rollup/plugin-node-resolve@16', 'webpack@5', 'vite@8']

/** The program that bundles a file for browsers with each bundler, without plugins for CommonJS. */
const bundling: Readonly<Record<string, (input: string, to: string) => string>> = {
  esbuild: (input, to) =>
    `import { build } from 'esbuild'
     await build({ entryPoints: ['${input}'], bundle: true, format: 'esm', platform: 'browser', outfile: '${to}', logLevel: 'error' })`,
  rollup: (input, to) =>
    `import { rollup } from 'rollup'
     import resolve from '@rollup/plugin-node-resolve'
     const bundle = await rollup({ input: '${input}', plugins: [resolve({ browser: true })], logLevel: 'silent' })
     await bundle.write({ file: '${to}', format: 'es', inlineDynamicImports: true })`,
  webpack: (input, to) =>
    `import webpack from 'webpack'
     import { resolve } from 'node:path'
     const settings = { mode: 'production', entry: './${input}', target: ['web', 'es2022'], output: { path: resolve('.'), filename: '${to}' } }
     await new Promise((done, fail) => webpack(settings, (error, stats) =>
       error || stats.hasErrors() ? fail(error ?? new Error(stats.toString('errors-only'))) : done()))`,
  vite: (input, to) =>
    `import { build } from 'vite'
     const rollupOptions = { input: '${input}', output: { entryFileNames: '${to}', codeSplitting: false } }
     await build({ logLevel: 'error', configFile: false, publicDir: false, build: { outDir: '.', emptyOutDir: false, modulePreload: false, rollupOptions } })`,
}

describe.runIf(isNightly)('a program that uses the engine', () => {
  const app = mkdtempSync(join(tmpdir(), 'rye-consumer-'))
  afterAll(() => rmSync(app, { recursive: true, force: true }))

  beforeAll(async () => {
    writeFileSync(join(app, 'package.json'), '{"name": "app", "private": true, "type": "module"}')
    const named = Object.entries(compilers).map(([as, version]) => `${as}@npm:${version}`)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...named, ...bundlers, '@types/node@20'], {
      cwd: app,
      stdio: 'ignore',
    })
    const installed = join(app, 'node_modules', name)
    const { buildEngine } = (await import(pathToFileURL(join(import.meta.dirname, 'build-engine.mjs')).href)) as {
      buildEngine(root: string, made: string): Promise<void>
    }
    await buildEngine(root, join(installed, 'dist/engine'))
    cpSync(join(root, 'package.json'), join(installed, 'package.json'))
    for (const dependency of Object.keys(dependencies)) {
      mkdirSync(join(installed, 'node_modules', dirname(dependency)), { recursive: true })
      symlinkSync(join(root, 'node_modules', dependency), join(installed, 'node_modules', dependency))
    }
    const hash = `import { chainHash } from '${name}'\nconsole.log(typeof chainHash)\n`
    const all = `import * as engine from '${name}'\nconsole.log(Object.keys(engine).length > 100 && engine.dialects.lillux.name)\n`
    writeFileSync(join(app, 'hash.js'), hash)
    writeFileSync(join(app, 'all.js'), all)
    writeFileSync(
      join(app, 'all.ts'),
      `${all}import { openProject, type Project } from '${name}/project'\nexport const project: Project = openProject()\n`,
    )
  })

  const node = (...words: readonly string[]) => spawnSync(process.execPath, words, { cwd: app, encoding: 'utf8' })

  test.for(
    Object.keys(compilers).flatMap((as) => [[as, 'bundler', 'esnext'] as const, [as, 'node16', 'node16'] as const]),
  )('compiles with %s and moduleResolution %s, and the types of libraries are checked', ([as, resolution, module]) => {
    const bin = join(app, 'node_modules', as, 'bin')
    const tsc = readdirSync(bin).find((file) => file.startsWith('tsc') && !file.startsWith('tsserver')) ?? ''
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution]
    const { status, stdout } = node(join(bin, tsc), ...options, 'all.ts')
    expect([status, stdout]).toEqual([0, ''])
  })

  test.for(Object.keys(bundling))('is bundled with %s, and contains only the modules that it uses', (bundler) => {
    for (const [input, printed] of [
      ['hash', 'function'],
      ['all', 'lillux'],
    ] as const) {
      // prettier-ignore
      writeFileSync(join(app, 'bundle.mjs'), bundling[bundler]?.(`${input}.js`, `${bundler}-${input}.mjs`) ?? '')
      const { status, stderr } = node('bundle.mjs')
      expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
      expect(node(`${bundler}-${input}.mjs`).stdout).toBe(`${printed}\n`)
    }
    expect(statSync(join(app, `${bundler}-hash.mjs`)).size).toBeLessThan(60_000)
  })
})
