import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { extname, join } from '../disk-paths.ts'

const gzip = promisify(gzipCallback)

/** A file of the built page, ready to send. */
interface StaticFile {
  readonly path: string
  readonly type: string
  readonly size: number
  tag: string | undefined
  gzipped: Promise<Buffer> | undefined
}

/** The built page as a list of files, so a request cannot name a file outside it. */
export interface StaticFiles {
  /** The response for a file; undefined if the page has no such file. After a new build, the files are listed again. */
  answer(path: string, request: StaticRequest): Promise<Response | undefined>
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

/** List the files in a directory, at any depth. If the directory is missing, the server has no page. */
export function openStatic(dir: string): StaticFiles {
  let listing = listed(dir)
  const send = async (file: StaticFile, request: StaticRequest): Promise<Response> => {
    const path = join(dir, file.path)
    file.tag ??= `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`
    const headers: Record<string, string> = {
      'content-type': file.type,
      etag: file.tag,
      'cache-control': isHashed(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    }
    if (request.ifNoneMatch?.includes(file.tag) === true) return new Response(null, { status: 304, headers })
    const squeeze = file.size >= SMALLEST_SQUEEZED && SQUEEZABLE.test(file.type)
    const coding = acceptedCoding(request.acceptEncoding, squeeze)
    if (coding === undefined) return new Response(null, { status: 406, headers: { vary: 'accept-encoding' } })
    let body: Buffer
    if (coding === 'gzip') {
      file.gzipped ??= gzipOf(path, listing.files.has(`${file.path}.gz`))
      body = await file.gzipped
      headers['content-encoding'] = 'gzip'
    } else body = readFileSync(path)
    headers['content-length'] = String(body.length)
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
  }
  return {
    async answer(path, request) {
      if (listing.folders.some(({ below, changed }) => changedAt(dir, below) !== changed)) listing = listed(dir)
      const file = listing.files.get(path.endsWith('/') ? `${path}index.html` : path)
      if (file === undefined) return undefined
      try {
        return await send(file, request)
      } catch (error) {
        // the file was removed after it was listed
        if (!existsSync(join(dir, file.path))) return undefined
        throw error
      }
    },
  }
}

/**
 * The content coding for a request (RFC 9110, 12.5.3): gzip if the file is `worth` compressing or no other coding is
 * accepted; undefined if none is accepted.
 */
function acceptedCoding(header: string | undefined, worth: boolean): 'gzip' | 'identity' | undefined {
  const weights = new Map(
    (header?.split(',') ?? []).map((part) => {
      const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
      return [name, weight === undefined ? 1 : Number(weight) || 0] as const
    }),
  )
  const gzipped = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  // A coding that is not listed is accepted, except with `*;q=0`.
  const plain = weights.get('identity') ?? (weights.get('*') === 0 ? 0 : undefined)
  if (gzipped > 0 && ((worth && gzipped >= (plain ?? 0)) || plain === 0)) return 'gzip'
  return plain === 0 ? undefined : 'identity'
}

/** The files and folders of a build. A new build writes to every folder, which changes the folder's timestamp. */
interface Listing {
  readonly files: ReadonlyMap<string, StaticFile>
  readonly folders: readonly { readonly below: string; readonly changed: number | undefined }[]
}

function listed(dir: string): Listing {
  const files = new Map<string, StaticFile>()
  const folders: { readonly below: string; readonly changed: number | undefined }[] = []
  const walk = (below: string): void => {
    // Read the timestamp before the folder, so a later write changes the timestamp.
    folders.push({ below, changed: changedAt(dir, below) })
    for (const entry of readdirSync(join(dir, below), { withFileTypes: true })) {
      const path = `${below}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else files.set(path, listedFile(path, statSync(join(dir, path)).size))
    }
  }
  try {
    walk('')
  } catch {
    // The page is missing, or a build removed a folder meanwhile. Both change a timestamp later.
  }
  return { files, folders }
}

function listedFile(path: string, size: number): StaticFile {
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  return { path, type, size, tag: undefined, gzipped: undefined }
}

function changedAt(dir: string, below: string): number | undefined {
  return statSync(join(dir, below), { throwIfNoEntry: false })?.mtimeMs
}

/** The compressed file from the build, or the file compressed now if the build made none. */
async function gzipOf(path: string, isMade: boolean): Promise<Buffer> {
  return isMade ? readFileSync(`${path}.gz`) : gzip(readFileSync(path), { level: 6 })
}

function isHashed(path: string): boolean {
  return /^\/assets\/.*[-.][\w-]{8,}\.\w+$/.test(path)
}
