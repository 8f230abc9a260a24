import type { InterpreterName } from '#core/simulation'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { InterpreterAssets, ListedAsset, SandboxManifest } from '../simulate/assets.ts'
import { framePolicy, framePolicyHeader } from '../simulate/frame-policy.ts'
import { defaultLimits } from '../simulate/limits.ts'
import { partNames } from '../simulate/parts.ts'
import { makePythonSnapshot } from './python-snapshot.ts'
import { bundlePart, bundleSandboxScript } from './sandbox-scripts.ts'
import { capWasmMemory } from './wasm-memory.ts'
import { exportWasmTable } from './wasm-table.ts'

const here = dirname(fileURLToPath(import.meta.url))
const modules = join(here, '../../node_modules')

/** All files in `sandbox/` of the built site, by name. */
export type SandboxFiles = ReadonlyMap<string, Uint8Array>

interface Source {
  readonly name: string
  readonly version: string
  readonly worker: string
  readonly files: () => Promise<Record<string, Uint8Array>>
}

/** Packages with files that are part of the sandbox, as originals or converted. */
export const copiedPackages = ['pyodide', '@everruns/bashkit-wasm', '@jitl/quickjs-wasmfile-release-sync'] as const

const sources: Record<InterpreterName, Source> = {
  python: {
    name: 'CPython',
    version: `3.14 (Pyodide ${versionOf('pyodide')})`,
    worker: 'python/worker.ts',
    async files() {
      return {
        ...copied('pyodide', 'pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip'),
        'lock.json': pyodideLock(),
        'python.snapshot': await cached(
          'python.snapshot',
          [versionOf('pyodide'), ...pythonSources()],
          makePythonSnapshot,
        ),
      }
    },
  },
  javascript: {
    name: 'QuickJS',
    version:
      `2025-09-13, with the built-ins of Node ${process.versions.node.split('.')[0]} as far as listed ` +
      `(quickjs-emscripten ${versionOf('quickjs-emscripten-core')})`,
    worker: 'node/worker.ts',
    async files() {
      return {
        'quickjs.wasm': quickJsModule(),
        'node.js': utf8(await bundleSandboxScript('node/layer/main.ts')),
      }
    },
  },
  bash: {
    name: 'bashkit',
    version: `${versionOf('@everruns/bashkit-wasm')}, a subset of bash`,
    worker: 'bash/worker.ts',
    files() {
      const { 'bashkit_wasm.js': script, 'bashkit_wasm_bg.wasm': wasm } = copied(
        '@everruns/bashkit-wasm',
        'bashkit_wasm.js',
        'bashkit_wasm_bg.wasm',
      )
      if (script === undefined || wasm === undefined) throw new Error('bashkit is not installed')
      const { 'dist/build/jq.wasm': jq } = copied('jq-wasm', 'dist/build/jq.wasm')
      if (jq === undefined) throw new Error('jq-wasm is not installed')
      const [shellWasm, jqWasm] = [capWasmMemory(wasm, defaultLimits.memory), capWasmMemory(jq, defaultLimits.memory)]
      return Promise.resolve({ 'bashkit.mjs': script, 'bashkit.wasm': shellWasm, 'jq.wasm': jqWasm })
    },
  },
}

/** Build every file of the sandbox: the frame, the workers, the interpreters and the manifest that lists them. */
export async function buildSandbox(): Promise<SandboxFiles> {
  const files = new Map<string, Uint8Array>()
  const { html, hash } = frameDocument(await bundleSandboxScript('host/frame.ts'))
  files.set('frame.html', html)
  const manifest: SandboxManifest = {
    frame: 'frame.html',
    policy: framePolicyHeader(hash),
    interpreters: await interpreters(files),
    parts: await parts(files),
  }
  files.set('manifest.json', utf8(JSON.stringify(manifest, null, 1)))
  return files
}

/** Serves the sandbox with its policy header in development, and emits it to `sandbox/` in a build. */
export function sandbox(): Plugin {
  let building: Promise<SandboxFiles> | undefined
  let stamp = 0
  const fresh = (): Promise<SandboxFiles> => {
    const now = newest(join(here, '../simulate'))
    if (building === undefined || now !== stamp) {
      stamp = now
      building = buildSandbox()
    }
    return building
  }
  return {
    name: 'sandbox',
    configureServer(server) {
      const prefix = `${server.config.base}sandbox/`
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0] ?? ''
        if (!path.startsWith(prefix)) return next()
        fresh().then((files) => {
          const content = files.get(path.slice(prefix.length))
          if (content === undefined) return next()
          response.setHeader('Content-Type', contentType(path))
          if (path.endsWith('.html')) response.setHeader('Content-Security-Policy', policyOf(files))
          response.end(content)
        }, next)
      })
    },
    async generateBundle() {
      for (const [name, source] of await buildSandbox())
        this.emitFile({ type: 'asset', fileName: `sandbox/${name}`, source })
    },
  }
}

/** The policy header for the frame of these files. */
export function policyOf(files: SandboxFiles): string {
  const manifest = JSON.parse(Buffer.from(files.get('manifest.json') ?? '{}').toString()) as SandboxManifest
  return manifest.policy
}

async function interpreters(files: Map<string, Uint8Array>): Promise<SandboxManifest['interpreters']> {
  const listed = async (key: InterpreterName): Promise<InterpreterAssets> => {
    const { name, version, worker, files: load } = sources[key]
    const contents = { 'worker.js': utf8(await bundleSandboxScript(worker)), ...(await load()) }
    const entries = Object.entries(contents).map(([file, content]) => pack(files, key, file, content))
    return { name, version, files: await Promise.all(entries) }
  }
  const [python, javascript, bash] = await Promise.all([listed('python'), listed('javascript'), listed('bash')])
  return { python, javascript, bash }
}

async function pack(
  files: Map<string, Uint8Array>,
  folder: string,
  name: string,
  content: Uint8Array,
): Promise<ListedAsset> {
  const packed = await cached(name, [content], () => gzipSync(content, { level: 9 }))
  const path = `${folder}/${name}-${digest(packed).slice(0, 12)}.pack`
  files.set(path, packed)
  return { name, path, bytes: packed.length }
}

async function parts(files: Map<string, Uint8Array>): Promise<SandboxManifest['parts']> {
  const entries = partNames.map(
    async (name) => [name, await pack(files, 'javascript', name, utf8(await bundlePart(name)))] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** The QuickJS module with an exported function table. Tracking unhandled rejections requires this table. */
export function quickJsModule(): Uint8Array {
  const wasm = readFileSync(join(modules, '@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm'))
  return exportWasmTable(wasm, 'table')
}

/** The frame's document with one inline script, and the script's hash for the policy, which permits no other script. */
function frameDocument(script: string): { html: Uint8Array; hash: string } {
  const safe = script.replaceAll('</script', '<\\/script')
  const hash = `sha256-${createHash('sha256').update(safe).digest('base64')}`
  const policy = `<meta http-equiv="Content-Security-Policy" content="${framePolicy(hash)}">`
  return {
    html: utf8(`<!doctype html><meta charset="utf-8">${policy}<title>Sandbox</title><script>${safe}</script>\n`),
    hash,
  }
}

function copied(name: string, ...files: string[]): Record<string, Uint8Array> {
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(modules, name, file))]))
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string }).version
}

/** Pyodide's lockfile with its build information, but without packages. */
function pyodideLock(): Uint8Array {
  const lock = JSON.parse(readFileSync(join(modules, 'pyodide/pyodide-lock.json'), 'utf8')) as { info: unknown }
  return utf8(JSON.stringify({ info: lock.info, packages: {} }))
}

function pythonSources(): string[] {
  const folder = join(here, '../simulate/python')
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Return slow build output from a cache next to the dependencies, under a hash of its sources. */
async function cached(
  name: string,
  from: (string | Uint8Array)[],
  make: () => Promise<Uint8Array> | Uint8Array,
): Promise<Uint8Array> {
  const folder = join(modules, '.cache/sandbox')
  const path = join(folder, `${name}-${digest(...from)}`)
  if (existsSync(path)) return readFileSync(path)
  const made = await make()
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, made)
  return made
}

function digest(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function newest(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Math.max(
    ...entries.filter((entry) => entry.isFile()).map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  )
}

function contentType(path: string): string {
  if (path.endsWith('.html')) return 'text/html; charset=utf-8'
  return path.endsWith('.json') ? 'application/json' : 'application/octet-stream'
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
