import { isObject } from '#core/read'
import { parseLink } from '#core/share'
import type { DraftOrigin } from './draft-record.ts'

/** The view that an address opens in addition to its draft: a value, a trace step, an answer or a problem. */
export interface LinkView {
  readonly why?: string
  readonly step?: number
  readonly show?: string
  readonly problem?: string
}

/** The parts of an address's fragment: the packed draft, the ID of a short link, an example, and the view to open. */
export interface LinkParts {
  readonly packed: string | undefined
  /** The unvalidated ID of a short link (see `isShortId`); undefined for any other link. */
  readonly short: string | undefined
  readonly example: string | undefined
  /** The draft that the link was made from, as `ID.VERSION`; undefined if the link does not name it. */
  readonly from: string | undefined
  /** The ID of a documentation page (`#docs/ID`); undefined for any other link. */
  readonly docs: string | undefined
  readonly view: LinkView
}

/** Parse a link without opening it. */
export function linkParts(link: string): LinkParts {
  const { packed, short, example, options } = parseLink(link)
  const why = options.get('why')
  const step = Number(options.get('step') ?? Number.NaN)
  const show = options.get('show')
  const problem = options.get('problem')
  return {
    packed,
    short,
    example,
    from: /^[\w-]{1,64}\.[0-9a-f]{8}$/.exec(options.get('from') ?? '')?.[0],
    docs: docsIn(link.slice(Math.max(0, link.indexOf('#')))),
    view: {
      ...(why === undefined ? {} : { why }),
      ...(Number.isInteger(step) ? { step } : {}),
      ...(show === undefined ? {} : { show }),
      ...(problem === undefined ? {} : { problem }),
    },
  }
}

/** Whether a string can be the ID of a short link. Opening a truncated or mistyped ID reports an error. */
export function isShortId(id: string): boolean {
  return /^[\w-]{4,64}$/.test(id)
}

/** The documentation page in a fragment; empty for `#docs` alone, and undefined for any other fragment. */
export function docsIn(hash: string): string | undefined {
  const found = /^#?docs(?:\/(.*))?$/.exec(hash)
  return found ? (found[1] ?? '') : undefined
}

/** Restore the fragment that the address had before the documentation opened. */
export function leaveDocs(fragment: string): void {
  if (docsIn(location.hash) === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search + fragment)
}

/**
 * A key that identifies the draft of a link: its base and the checksum at the start of its payload. Undefined for a
 * link without a draft.
 */
export function markOf({ packed, short, example }: LinkParts): string | undefined {
  if (packed !== undefined) return packed.slice(0, 48)
  if (short !== undefined) return `s.${short}`
  return example === undefined ? undefined : markOfExample(example)
}

function markOfExample(slug: string): string {
  return `example=${slug}`
}

/** The link parts of this page's own address. */
export function thisAddress(): LinkParts {
  return linkParts(location.pathname + location.hash)
}

/** Whether the address matches a draft of this origin. An address without a draft matches every origin. */
export function isNamed(shown?: DraftOrigin): boolean {
  const named = markOf(thisAddress())
  if (named === undefined) return true
  return shown?.kind === 'link' ? shown.of === named : shown?.kind === 'example' && markOfExample(shown.slug) === named
}

/** The address whose draft is being opened. */
let opening: string | undefined

/** Open the draft of the current address. If the user enters another address meanwhile, that address is not changed. */
export async function openingAddress(open: () => Promise<void>): Promise<void> {
  opening = location.href
  try {
    await open()
  } finally {
    opening = undefined
  }
}

const isLeft = (): boolean => opening !== undefined && opening !== location.href

/** Remove a link from the address unless the shown draft comes from that link. */
export function letGoOfAddress(shown?: DraftOrigin): void {
  if (isNamed(shown) || isLeft()) return
  history.replaceState(history.state, '', location.pathname.replace(/\/s\/[^/]*\/?$/, '/') + location.search)
  if (opening !== undefined) opening = location.href
}

/** The draft of an entry in the browser's history, for Back and Forward. */
export interface Shown {
  readonly draft: string
  /**
   * The slug of an example. The page stores an example only after a change, so Back opens an unchanged example by its
   * slug. Undefined for any other draft.
   */
  readonly example: string | undefined
}

/** Record the shown draft in the current entry of the browser's history. */
export function noteShown(draft: string, origin: DraftOrigin): void {
  if (isLeft()) return
  const shown: Shown = { draft, example: origin.kind === 'example' ? origin.slug : undefined }
  history.replaceState({ shown }, '')
}

/** Read the draft that is recorded in a history entry. Entered addresses and followed links have no draft. */
export function shownIn(state: unknown): Shown | undefined {
  const shown = isObject(state) ? state['shown'] : undefined
  if (!isObject(shown) || typeof shown['draft'] !== 'string') return undefined
  const { draft, example } = shown
  return { draft, example: typeof example === 'string' ? example : undefined }
}
