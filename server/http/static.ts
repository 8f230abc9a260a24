import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

const gzip = promisify(gzipCallback)

/** One file of the built page, as it is sent. */
interface StaticFile {
  readonly path: string
  readonly type: string
  readonly tag: string
  readonly size: number
  gzipped: Promise<Buffer> | undefined
}

/** The built page: a list made at start, so that no request can name a file outside it. */
export interface StaticFiles {
  answer(path: string, request: StaticRequest): Promise<Response> | undefined
}

export interface StaticRequest {
  readonly method: string
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
}
const SQUEEZABLE = /^text\/|json|javascript|svg|wasm|ttf/
const SMALLEST_SQUEEZED = 1024

/** List the files below a directory; an absent directory is a server without a page. */
export function openStatic(dir: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const path of walk(dir, '')) {
    const content = readFileSync(join(dir, path))
    const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    files.set(path, { path, type, tag, size: content.length, gzipped: undefined })
  }
  const send = async (file: StaticFile, request: StaticRequest): Promise<Response> => {
    const headers: Record<string, string> = {
      'content-type': file.type,
      etag: file.tag,
      'cache-control': isHashed(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    }
    if (request.ifNoneMatch?.includes(file.tag) === true) return new Response(null, { status: 304, headers })
    const squeeze = file.size >= SMALLEST_SQUEEZED && SQUEEZABLE.test(file.type)
    let body: Buffer
    if (squeeze && /\bgzip\b/.test(request.acceptEncoding ?? '')) {
      file.gzipped ??= gzipOf(dir, file.path, files)
      body = await file.gzipped
      headers['content-encoding'] = 'gzip'
    } else body = readFileSync(join(dir, file.path))
    headers['content-length'] = String(body.length)
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
  }
  return {
    answer(path, request) {
      const file = files.get(path.endsWith('/') ? `${path}index.html` : path)
      return file === undefined ? undefined : send(file, request)
    },
  }
}

/** Made by the build beside the file where it was, else made once and kept. */
async function gzipOf(dir: string, path: string, files: ReadonlyMap<string, StaticFile>): Promise<Buffer> {
  if (files.has(`${path}.gz`)) return readFileSync(join(dir, `${path}.gz`))
  return gzip(readFileSync(join(dir, path)), { level: 6 })
}

function isHashed(path: string): boolean {
  return /^\/assets\/.*[-.][\w-]{8,}\.\w+$/.test(path)
}

function walk(dir: string, below: string): readonly string[] {
  try {
    return readdirSync(join(dir, below)).flatMap((name) => {
      const path = `${below}/${name}`
      return statSync(join(dir, path)).isDirectory() ? walk(dir, path) : [path]
    })
  } catch {
    return []
  }
}
