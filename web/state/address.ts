import { isObject } from '#core/read'
import { parseLink } from '#core/share'
import type { DraftOrigin } from './draft-record.ts'

/** What an address opens in addition to a draft: a value, a step, an answer. */
export interface LinkView {
  readonly why?: string
  readonly step?: number
  readonly show?: string
  readonly problem?: string
}

/** The parts of an address's fragment: the packed draft, the ID of a short link, an example, and the view to open. */
export interface LinkParts {
  readonly packed: string | undefined
  /** Not validated: `isShortId` checks it. */
  readonly short: string | undefined
  readonly example: string | undefined
  /** A page of the documentation (`#docs/ID`). */
  readonly docs: string | undefined
  readonly view: LinkView
}

/** Parse a link; this opens nothing. */
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
    docs: docsIn(link.slice(Math.max(0, link.indexOf('#')))),
    view: {
      ...(why === undefined ? {} : { why }),
      ...(Number.isInteger(step) ? { step } : {}),
      ...(show === undefined ? {} : { show }),
      ...(problem === undefined ? {} : { problem }),
    },
  }
}

/** Whether a string can be the ID of a short link; a truncated or mistyped one is reported when it is opened. */
export function isShortId(id: string): boolean {
  return /^[\w-]{4,64}$/.test(id)
}

/** The page of the documentation that a fragment names; `#docs` alone names none in particular. */
export function docsIn(hash: string): string | undefined {
  const found = /^#?docs(?:\/(.*))?$/.exec(hash)
  return found ? (found[1] ?? '') : undefined
}

/** Restore the fragment that the address had before the documentation opened. */
export function leaveDocs(fragment: string): void {
  if (docsIn(location.hash) === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search + fragment)
}

/** A mark by which a draft knows the link it came from: its base and the checksum at the head of its payload. */
export function markOf({ packed, short, example }: LinkParts): string | undefined {
  if (packed !== undefined) return packed.slice(0, 48)
  if (short !== undefined) return `s.${short}`
  return example === undefined ? undefined : markOfExample(example)
}

function markOfExample(slug: string): string {
  return `example=${slug}`
}

/** What the address of this page asks for. */
export function thisAddress(): LinkParts {
  return linkParts(location.pathname + location.hash)
}

/** Whether a draft of this origin is what the address names; so it is where the address names none. */
export function isNamed(shown?: DraftOrigin): boolean {
  const named = markOf(thisAddress())
  if (named === undefined) return true
  return shown?.kind === 'link' ? shown.of === named : shown?.kind === 'example' && markOfExample(shown.slug) === named
}

/** Take a link out of the address, unless it is where a draft of this origin comes from: the address never names what is not shown. */
export function letGoOfAddress(shown?: DraftOrigin): void {
  if (isNamed(shown)) return
  history.replaceState(history.state, '', location.pathname.replace(/\/s\/[^/]*\/?$/, '/') + location.search)
}

/** What a place in the browser's history showed: Back and Forward lead to it again. */
export interface Shown {
  readonly draft: string
  /** The example it was, where it was one: it is kept from its first change on. */
  readonly example: string | undefined
}

/** Note at this place of the browser's history what is shown. */
export function noteShown(draft: string, origin: DraftOrigin): void {
  const shown: Shown = { draft, example: origin.kind === 'example' ? origin.slug : undefined }
  history.replaceState({ shown }, '')
}

/** What was noted at a place of the browser's history; undefined where an address was entered or a link followed. */
export function shownIn(state: unknown): Shown | undefined {
  const shown = isObject(state) ? state['shown'] : undefined
  if (!isObject(shown) || typeof shown['draft'] !== 'string') return undefined
  const { draft, example } = shown
  return { draft, example: typeof example === 'string' ? example : undefined }
}
