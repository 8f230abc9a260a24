import { Inflate, deflateSync, strToU8 } from 'fflate'
import { canonicalSnapshot } from '../workspace/snapshot/canonical-snapshot.ts'
import { purePorts } from '../input/host.ts'
import { decodeBase64Url, encodeBase64Url } from '../text/base64.ts'
import { chooseBase, dictionaryOf } from './share-base.ts'
import { shareLimits, type ShareProblem } from './share-problem.ts'
import { parseSnapshot } from '../workspace/snapshot/snapshot-parser.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { releasedBundles } from '../workspace/snapshot/snapshot-workspace.ts'
import { decodeUtf8 } from '../text/utf8.ts'

/**
 * A link is `v1.<base>.<payload>`. The payload is base64url of four bytes of the document's SHA-256, followed by the
 * document: canonical JSON in raw deflate, with the base as preset dictionary. Text equal to the base takes almost no
 * space. The link contains the whole draft, so a later change of an example cannot break it. Bases are frozen and never
 * removed.
 */
const tag = 'v1'
const checkBytes = 4

export type DecodedShare =
  | {
      readonly kind: 'snapshot'
      readonly snapshot: Snapshot
      readonly ignored: readonly string[]
      readonly base: string
    }
  | { readonly kind: 'rejected'; readonly problem: ShareProblem }

/** The fragment of a link, without `#`. It does not depend on the order of keys in the snapshot. */
export function encodeShare(snapshot: Snapshot): string {
  const canonical = canonicalSnapshot(snapshot)
  return fragmentOf(canonical, documentOf(canonical))
}

/** A fragment, or the reason why a draft does not fit in a link. */
export type PackedShare =
  { readonly kind: 'link'; readonly fragment: string } | { readonly kind: 'rejected'; readonly problem: ShareProblem }

/**
 * The fragment of every link that is displayed or copied. `readSharedDocument`, which also reads the draft when the
 * link is opened, checks the draft before `fragmentOf` compresses it.
 */
export function packShare(snapshot: Snapshot): PackedShare {
  // Packing a draft that is too large would take seconds.
  const tooLarge = shareProblemOf(snapshot)
  if (tooLarge) return rejected(tooLarge)
  const canonical = canonicalSnapshot(snapshot)
  const read = readSharedDocument(canonical)
  if (read.kind === 'rejected') return read
  const document = documentOf(canonical)
  const most = shareLimits.documentBytes
  if (document.length > most) return rejected({ code: 'too-large', bytes: document.length, most })
  const fragment = fragmentOf(canonical, document)
  const { length } = fragment
  return length > shareLimits.fragmentLength
    ? rejected({ code: 'link-too-long', length, most: shareLimits.fragmentLength })
    : { kind: 'link', fragment }
}

/**
 * The version of a draft: the start of the SHA-256 of its document without the recorded result. A link can contain the
 * ID of the draft in its author's browser, and this version of the draft.
 */
export function snapshotVersion({ expected: _expected, ...draft }: Snapshot): string {
  return purePorts.sha256(documentOf(canonicalSnapshot(draft))).slice(0, 8)
}

function documentOf(canonical: ReturnType<typeof canonicalSnapshot>): Uint8Array {
  return strToU8(JSON.stringify(canonical))
}

function fragmentOf(canonical: ReturnType<typeof canonicalSnapshot>, document: Uint8Array): string {
  const base = chooseBase(canonical)
  const packed = deflateSync(document, { level: 9, mem: 8, dictionary: dictionaryOf(base) ?? new Uint8Array() })
  const payload = new Uint8Array(checkBytes + packed.length)
  payload.set(checkOf(document))
  payload.set(packed, checkBytes)
  return `${tag}.${base}.${encodeBase64Url(payload)}`
}

/**
 * The reason why the files of a draft alone are too large for any link, determined without packing; undefined if they
 * are not.
 */
export function shareProblemOf({ files }: Snapshot): ShareProblem | undefined {
  const most = shareLimits.documentBytes
  let length = 0
  for (const content of Object.values(files))
    length += typeof content === 'string' ? content.length : content.base64.length
  return length > most ? { code: 'too-large', bytes: length, most } : undefined
}

/** The snapshot in a fragment with or without `#`, or the problem of an invalid fragment. Never throws. */
export function decodeShare(fragment: string): DecodedShare {
  const text = fragment.trim().replace(/^#/, '')
  if (text.length > shareLimits.fragmentLength) {
    return rejected({ code: 'link-too-long', length: text.length, most: shareLimits.fragmentLength })
  }
  const [format, base, digits, ...rest] = text.split('.')
  if (format !== tag && /^v[0-9]{1,6}$/.test(format ?? ''))
    return rejected({ code: 'future-format', format: format ?? '' })
  if (format !== tag || base === undefined || digits === undefined || rest.length > 0)
    return rejected({ code: 'not-a-link' })
  const dictionary = dictionaryOf(base)
  if (!dictionary) return rejected({ code: 'unknown-base', base })
  const payload = decodeBase64Url(digits)
  if (!payload) return rejected({ code: 'bad-base64' })
  const inflated = inflate(payload.subarray(checkBytes), dictionary)
  if ('problem' in inflated) return rejected(inflated.problem)
  if (!checkOf(inflated.bytes).every((byte, index) => byte === payload[index])) return rejected({ code: 'damaged' })
  return readDocument(inflated.bytes, base)
}

function readDocument(bytes: Uint8Array, base: string): DecodedShare {
  const text = decodeUtf8(bytes)
  if (text === undefined) return rejected({ code: 'bad-utf8' })
  const json = parseJson(text)
  if (!json) return rejected({ code: 'bad-json' })
  const read = readSharedDocument(json.value)
  return read.kind === 'snapshot' ? { ...read, base } : read
}

/** The draft of a shared document. Its bundle must be one of the released bundles. */
export function readSharedDocument(
  document: unknown,
): Omit<Extract<DecodedShare, { kind: 'snapshot' }>, 'base'> | Extract<DecodedShare, { kind: 'rejected' }> {
  const parsed = parseSnapshot(document)
  if (parsed.kind !== 'snapshot') return parsed
  const { id, version } = parsed.snapshot.bundle
  const isReleased = releasedBundles.some((known) => known.id === id && known.version === version)
  return isReleased ? parsed : rejected({ code: 'unknown-bundle', id, version })
}

function rejected(problem: ShareProblem): Extract<DecodedShare, { kind: 'rejected' }> {
  return { kind: 'rejected', problem }
}

function checkOf(document: Uint8Array): Uint8Array {
  const hex = purePorts.sha256(document)
  return Uint8Array.from({ length: checkBytes }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined // not JSON, or nested too deeply for the parser
  }
}

/** Unpacks in small steps: deflate can expand data 1,032 times, so unpacking a decompression bomb must stop early. */
function inflate(
  packed: Uint8Array,
  dictionary: Uint8Array,
): { readonly bytes: Uint8Array } | { readonly problem: ShareProblem } {
  const most = shareLimits.documentBytes
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = new Inflate({ dictionary }, (piece) => {
    length += piece.length
    if (length <= most) pieces.push(piece)
  })
  try {
    for (let at = 0; at < packed.length && length <= most; at += shareLimits.step) {
      const end = Math.min(at + shareLimits.step, packed.length)
      stream.push(packed.subarray(at, end), end === packed.length)
    }
  } catch (fault) {
    return { problem: { code: isEarlyEnd(fault) ? 'truncated' : 'damaged' } }
  }
  if (length > most) return { problem: { code: 'bomb', most } }
  if (length === 0) return { problem: { code: 'truncated' } }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return { bytes }
}

/** Whether an error is fflate's code for incomplete input. */
function isEarlyEnd(fault: unknown): boolean {
  return typeof fault === 'object' && fault !== null && 'code' in fault && fault.code === 0
}
