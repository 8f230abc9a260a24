import type { InterpreterName } from '#core/simulation'
import { fetchFile } from '../files/try-again.ts'
import { FramePace } from './frame-pace.ts'
import type { PartName } from './parts.ts'

/** An interpreter in the manifest: its display name, version and files. */
export interface InterpreterAssets {
  readonly name: string
  readonly version: string
  readonly files: readonly ListedAsset[]
}

export interface ListedAsset {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** `sandbox/manifest.json`, written by the Vite plugin. */
export interface SandboxManifest {
  readonly frame: string
  /** The value of the frame's `Content-Security-Policy` header. */
  readonly policy: string
  readonly interpreters: Readonly<Record<InterpreterName, InterpreterAssets>>
  /** Parts that load only for programs that use them. */
  readonly parts: Readonly<Record<string, ListedAsset>>
}

export interface Progress {
  readonly interpreter: InterpreterName
  readonly asset: string
  /** The number of downloaded bytes, for all assets of the interpreter. */
  readonly received: number
  readonly total: number
}

const cacheName = 'sandbox-assets'

/**
 * Downloads each interpreter once, from this origin. File names contain a content hash, so cached files are never
 * stale.
 */
export class AssetStore {
  readonly #base: string
  #manifest: Promise<SandboxManifest> | undefined
  readonly #loaded = new Map<InterpreterName, Promise<Record<string, Blob>>>()

  constructor(base: string) {
    this.#base = base
  }

  url(path: string): string {
    return new URL(path, this.#base).href
  }

  manifest(): Promise<SandboxManifest> {
    this.#manifest ??= fetchManifest(this.url('manifest.json')).catch((error: unknown) => {
      this.#manifest = undefined
      throw error
    })
    return this.#manifest
  }

  /** Whether the interpreter can run without a download. */
  async isCached(interpreter: InterpreterName): Promise<boolean> {
    if (this.#loaded.has(interpreter)) return true
    const { files } = (await this.manifest()).interpreters[interpreter]
    const found = await Promise.all(files.map((file) => keptAsset(this.url(file.path))))
    return found.every((response) => response !== undefined)
  }

  /**
   * All assets of an interpreter, in compressed form. Only the call that starts the download reports progress. The next
   * call retries a failed download.
   */
  load(interpreter: InterpreterName, onProgress: (progress: Progress) => void): Promise<Record<string, Blob>> {
    let loading = this.#loaded.get(interpreter)
    if (loading === undefined) {
      loading = this.#download(interpreter, onProgress)
      this.#loaded.set(interpreter, loading)
      loading.catch(() => this.#loaded.delete(interpreter))
    }
    return loading
  }

  /**
   * A part that a program requires, in compressed form. Rejects if the site lacks it or the download fails.
   */
  async part(name: PartName): Promise<Blob> {
    const listed = (await this.manifest()).parts[name]
    if (listed === undefined) throw new Error(`${name} is no longer on this site. Reload the page.`)
    const { path, bytes } = listed
    return fetchAsset(this.url(path), await openCache(), new FramePace(), () => undefined).catch((error: unknown) => {
      throw error instanceof TypeError ? notLoaded(`${name} (${(bytes / 1e6).toFixed(2)} MB)`) : error
    })
  }

  async #download(
    interpreter: InterpreterName,
    onProgress: (progress: Progress) => void,
  ): Promise<Record<string, Blob>> {
    const manifest = await this.manifest()
    const { name, files } = manifest.interpreters[interpreter]
    const total = files.reduce((sum, file) => sum + file.bytes, 0)
    const cache = await openCache()
    if (cache !== undefined) await dropOld(cache, this.#known(manifest))
    let received = 0
    const pace = new FramePace()
    const blobs = files.map(async (file): Promise<[string, Blob]> => {
      const blob = await fetchAsset(this.url(file.path), cache, pace, (bytes) => {
        received += bytes
        onProgress({ interpreter, asset: file.name, received, total })
      }).catch((error: unknown) => {
        throw error instanceof TypeError ? notLoaded(`${name} (${(total / 1e6).toFixed(1)} MB)`) : error
      })
      return [file.name, blob]
    })
    return Object.fromEntries(await Promise.all(blobs))
  }

  #known(manifest: SandboxManifest): ReadonlySet<string> {
    const listed = Object.values(manifest.interpreters).flatMap(({ files }) => files)
    return new Set([...listed, ...Object.values(manifest.parts)].map(({ path }) => this.url(path)))
  }
}

/** A descriptive error instead of the browser's "Failed to fetch". */
function notLoaded(what: string): Error {
  return new Error(`${what} could not be downloaded. Check your network connection`)
}

async function fetchManifest(url: string): Promise<SandboxManifest> {
  const response = await fetchFile(url).catch(() => {
    throw notLoaded('the sandbox')
  })
  if (!response.ok) throw new Error(`the sandbox is missing (${response.status} for ${url})`)
  return (await response.json()) as SandboxManifest
}

async function fetchAsset(
  url: string,
  cache: Cache | undefined,
  pace: FramePace,
  received: (bytes: number) => void,
): Promise<Blob> {
  const kept = await keptAsset(url)
  if (kept !== undefined) {
    const blob = await kept.blob()
    received(blob.size)
    return blob
  }
  const response = await fetchFile(url)
  if (!response.ok || response.body === null) throw new Error(`could not load ${url} (${response.status})`)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    received(next.value.length)
    await pace.keep()
  }
  const blob = new Blob(chunks)
  await cache?.put(url, new Response(blob)).catch(() => undefined) // if the disk is full, the next run downloads the file again
  return blob
}

/** The cache of the simulator; undefined on an insecure origin or if the user blocks storage. */
async function openCache(): Promise<Cache | undefined> {
  if (typeof caches === 'undefined') return undefined
  return caches.open(cacheName).catch(() => undefined)
}

/**
 * The stored response for an address of this origin, from the cache of the simulator or the service worker; undefined
 * if neither has it.
 */
async function keptAsset(url: string): Promise<Response | undefined> {
  if (typeof caches === 'undefined') return undefined
  return caches.match(url).catch(() => undefined)
}

async function dropOld(cache: Cache, known: ReadonlySet<string>): Promise<void> {
  for (const request of await cache.keys()) if (!known.has(request.url)) await cache.delete(request)
}
