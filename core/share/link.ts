/**
 * The parts of a link, without the changes that mail, chat and tracking programs make. Reading a link does not open it.
 */
export interface Link {
  /** The text before `#`: an address, a path, or empty. */
  readonly address: string
  /** The packed draft, in the format that `decodeShare` reads; undefined if the link contains none. */
  readonly packed: string | undefined
  /** The ID of a short link, which can be incomplete or mistyped; undefined for any other link. */
  readonly short: string | undefined
  /** The name of an example; undefined for any other link. */
  readonly example: string | undefined
  /**
   * All other parameters of the fragment, such as `why` and `step` in a permalink, and the parameters that other
   * programs added.
   */
  readonly options: ReadonlyMap<string, string>
}

/**
 * Reads a link, a path with a fragment, or a fragment with or without `#`. Ignores additions of other programs: quotes,
 * brackets, punctuation, line breaks, `&amp;`, percent escapes and text fragments. The launch token and tracking
 * parameters can precede the payload.
 */
export function parseLink(text: string): Link {
  const clean = unwrapped(text)
  const mark = clean.indexOf('#')
  const isAddress = mark !== -1 || /^(?:https?:|\/)/i.test(clean)
  const address = mark === -1 ? (isAddress ? clean : '') : clean.slice(0, mark)
  const fragment = mark === -1 ? (isAddress ? '' : clean) : clean.slice(mark + 1)
  const parts = partsOf(fragment)
  const head = parts.find((part) => /^(?:v\d|s\.|example=)/.test(part)) ?? ''
  return {
    address,
    packed: /^v\d/.test(head) ? head.replace(/[^\w.-]{1,8}$/, '') : undefined,
    short: /^s\.(.*)$/.exec(head)?.[1] ?? /\/s\/([\w-]{4,64})\/?(?:\?.*)?$/.exec(address)?.[1],
    example: /^example=(.*)$/.exec(head)?.[1],
    options: new Map(parts.filter((part) => part !== head).map(optionOf)),
  }
}

/** Whether a string is a link, not the name of a folder or a revision: an address, or a fragment with a payload. */
export function isLink(text: string): boolean {
  const clean = unwrapped(text)
  return /^https?:\/\//i.test(clean) || /^v\d{1,6}\.[\w-]*\.[\w-]{20}/.test(parseLink(text).packed ?? '')
}

const before = new Set('<([{"\'`“‘«*')
const after = new Set('>)]}"\'`”’»*.,;:!?…')

/** A link without the text around it, and without characters that mail programs insert. */
function unwrapped(text: string): string {
  const whole = text
    // Quoted-printable soft line breaks, the `>` before quoted lines, blanks and invisible characters.
    .replace(/=\r?\n/g, '')
    .replace(/\n(?:>[ \t]?){1,8}/g, '')
    .replace(/[\s\u00AD\u200B-\u200F\u2060\uFEFF]+/g, '')
    .replace(/&(?:(?:amp|#38|#x26);)+/gi, '&')
  const label = /^\[[^\]]{0,200}\]\(/.exec(whole)?.[0] ?? ''
  let [start, end] = [label.length, whole.length]
  while (start < end && before.has(whole[start] ?? '')) start += 1
  while (end > start && after.has(whole[end - 1] ?? '') && !isCutShort(whole, end)) end -= 1
  const bare = whole.slice(start, end).replace(/^URL:/i, '')
  return bare.includes('#') ? bare : bare.replace(/%23/, '#')
}

/** Whether a string ends with `#s.`, a short link without its ID. */
function isCutShort(text: string, end: number): boolean {
  return text.slice(Math.max(0, end - 3), end) === '#s.'
}

/** The parts of a fragment. A tracking program can begin its part with `?`. */
function partsOf(fragment: string): readonly string[] {
  const directive = fragment.indexOf(':~:')
  const own = directive === -1 ? fragment : fragment.slice(0, directive)
  const cut = own.search(/[&?]/)
  const head = cut === -1 ? own : own.slice(0, cut)
  // A program that encodes the whole link also encodes the separators.
  const whole = /^(?:v\d|s%2e|example%3d)/i.test(head) ? decoded(decoded(head)) + own.slice(head.length) : own
  return whole.split(/[&?]/).filter((part) => part !== '')
}

function optionOf(part: string): readonly [string, string] {
  const cut = part.indexOf('=')
  if (cut === -1) return [decoded(part), '']
  return [decoded(part.slice(0, cut)), decoded(part.slice(cut + 1).replaceAll('+', ' '))]
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
