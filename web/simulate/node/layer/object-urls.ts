import type * as web from '../parts/web-streams.ts'
import { randomUUID } from './crypto-random.ts'
import { coded, invalidArgType } from './errors.ts'
import { partIfLoaded } from './part.ts'

type Blob = InstanceType<(typeof web)['blobs']['Blob']>

const start = 'blob:nodedata:'
const kept = new Map<string, Blob>()

const isBlob = (value: unknown): value is Blob => {
  const Blob = partIfLoaded<typeof web>('web-streams.js')?.blobs.Blob
  return Blob !== undefined && value instanceof Blob
}

/** The functions of `URL` that give a blob a URL and take it away. */
export const objectUrls = {
  createObjectURL(obj: unknown): string {
    if (!isBlob(obj)) throw invalidArgType('obj', 'Blob', obj)
    const id = randomUUID()
    kept.set(id, obj)
    return start + id
  },
  revokeObjectURL(url: unknown): void {
    if (arguments.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified')
    kept.delete(idIn(String(url)))
  },
}

/** `buffer.resolveObjectURL`: a blob like that behind the URL, nothing where there is none. */
export function resolveObjectURL(url: unknown): Blob | undefined {
  const blob = kept.get(idIn(String(url)))
  return blob?.slice(0, blob.size, blob.type)
}

function idIn(url: string): string {
  return url.startsWith(start) ? url.slice(start.length) : ''
}
