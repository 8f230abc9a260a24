/** The cursor position in a file's metadata, derived from possibly unfinished text. */
export interface MetadataPlace {
  /** Keys from the metadata field to the mapping or list around the cursor, as spelled in the file. */
  readonly path: readonly string[]
  /** The key of the value at the cursor; undefined for a key or a list item. */
  readonly key: string | undefined
  readonly item: boolean
  /** The text typed so far, and its start, after an opening quote. */
  readonly written: string
  readonly start: number
  readonly quoted: boolean
}

/** The syntax of mappings in a file: indentation, or brackets after an equals sign. */
export type PlaceSyntax = 'yaml' | 'python' | 'javascript'

/** An open bracket, or the file itself. */
interface Frame {
  readonly open: string
  /** The key in the parent frame whose value is this frame. */
  readonly key: string | undefined
  /** The key whose value is being typed. */
  slot: string | undefined
  /** The text after the last separator, once complete. Nothing can begin after it. */
  last: string | undefined
}

const tokens = {
  hash: /(?<space>\s+)|(?<comment>#.*)|(?<long>"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))|(?<text>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[\w$./-]+)|(?<mark>[\s\S])/y,
  slashes:
    /(?<space>\s+)|(?<comment>\/\/.*)|(?<long>\/\*[\s\S]*?(?:\*\/|$)|`(?:[^`\\]|\\.)*`?)|(?<text>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[\w$.-]+)|(?<mark>[\s\S])/y,
}

/**
 * Finds the place of an offset in a file. Undefined in a comment or a multi-line string, after a complete value, after
 * an unmatched closing bracket, and for an indented line without a parent.
 */
export function placeAt(text: string, offset: number, syntax: PlaceSyntax): MetadataPlace | undefined {
  if (syntax !== 'yaml') return scan(text, 0, offset, syntax, [], false)
  const lineStart = flowStart(text, offset) ?? text.lastIndexOf('\n', offset - 1) + 1
  const above = text.slice(0, lineStart).split('\n').slice(0, -1)
  const lead = leadOf(text.slice(lineStart, offset))
  const path = blockPath(above, lead.length)
  return path && scan(text, lineStart + lead.length, offset, syntax, path, lead.includes('-'))
}

/** The text before the first key or value of a YAML line: blanks and list dashes. */
function leadOf(line: string): string {
  return /^ *(?:- +)*/.exec(line)?.[0] ?? ''
}

const opensFlow = /^ *(?:- +)*(?:["']?[\w./-]+["']?: +)?[[{]/

/**
 * The start of the line that opens the brackets around an offset on a later line. Lines inside the brackets are
 * indented deeper. Undefined if no earlier line opens brackets around the offset.
 */
function flowStart(text: string, offset: number): number | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  let least = /^ */.exec(text.slice(lineStart, offset))![0].length
  let found: number | undefined
  for (let end = lineStart; end > 0 && least > 0;) {
    const start = text.lastIndexOf('\n', end - 2) + 1
    const line = text.slice(start, end - 1)
    end = start
    const indent = line.search(/\S/)
    if (indent < 0 || line[indent] === '#' || indent >= least) continue
    least = indent
    const frames = opensFlow.test(line) && read(text, start + leadOf(line).length, lineStart, 'yaml')?.frames
    if (frames && frames.length > 1) found = start
  }
  return found
}

/**
 * The keys above an indented line that contain it; undefined if the line belongs to a scalar value or has no parent.
 */
function blockPath(above: readonly string[], indent: number): readonly string[] | undefined {
  const path: string[] = []
  let within = indent
  for (let at = above.length - 1; at >= 0 && within > 0; at--) {
    const line = above[at] ?? ''
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const {
      lead = '',
      key,
      rest = '',
    } = /^(?<lead> *(?:- +)*)(?:["']?(?<key>[\w./-]+)["']?:)?(?<rest>.*)$/.exec(line)?.groups ?? {}
    if (lead.length >= within) continue
    // Lines under a scalar value belong to the value.
    if (key === undefined || !/^\s*(?:#.*)?$/.test(rest)) return undefined
    path.unshift(key)
    within = lead.length
  }
  return within === 0 || path.length > 0 ? path : undefined
}

function scan(
  text: string,
  from: number,
  offset: number,
  syntax: PlaceSyntax,
  path: readonly string[],
  dash: boolean,
): MetadataPlace | undefined {
  const reading = read(text, from, offset, syntax)
  return reading && placeIn(reading.frames, { path, dash, ...reading.word })
}

type Word = Pick<MetadataPlace, 'written' | 'start' | 'quoted'>

/** The open brackets at an offset, and the word at the offset; undefined if the syntax is unclear. */
function read(
  text: string,
  from: number,
  offset: number,
  syntax: PlaceSyntax,
): { readonly frames: readonly Frame[]; readonly word: Word } | undefined {
  const pattern = new RegExp(syntax === 'javascript' ? tokens.slashes : tokens.hash)
  const frames: Frame[] = [{ open: '', key: undefined, slot: undefined, last: undefined }]
  let [written, start, quoted] = ['', offset, false]
  for (let at = from; at < offset; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    const { space, comment, long, text: string, word, mark } = found?.groups ?? {}
    const end = pattern.lastIndex
    const frame = frames.at(-1)!
    if (space !== undefined) {
      if (frames.length === 1 && space.includes('\n')) frame.slot = frame.last = undefined
    } else if (comment !== undefined || long !== undefined) {
      if (offset < end || (comment !== undefined && offset === end)) return undefined
    } else if (word !== undefined && offset <= end) {
      ;[written, start] = [text.slice(at, offset), at]
    } else if (string !== undefined && (offset < end || !closed(string))) {
      ;[written, start, quoted] = [text.slice(at + 1, offset), at + 1, true]
    } else if (mark === undefined) frame.last = word ?? string?.slice(1, -1)
    else if (!take(mark, frames, syntax)) return undefined
  }
  return { frames, word: { written, start, quoted } }
}

function closed(string: string): boolean {
  return string.length > 1 && string.endsWith(string[0] ?? '')
}

/** Updates the frames for one character; false for a closing bracket without an opening one. */
function take(mark: string, frames: Frame[], syntax: PlaceSyntax): boolean {
  const frame = frames.at(-1)!
  const top = frames.length === 1
  if ('{[('.includes(mark)) {
    frames.push({ open: mark, key: frame.slot, slot: undefined, last: undefined })
  } else if ('}])'.includes(mark)) {
    if (top) return false
    frames.pop()
    frames.at(-1)!.last = mark
  } else if (mark === ',' || mark === ';') frame.slot = frame.last = undefined
  // In code, a type annotation can separate name and value: the value belongs to the name.
  else if (mark === ':' || (mark === '=' && top && syntax !== 'yaml')) {
    frame.slot ??= frame.last
    frame.last = undefined
  }
  return true
}

function placeIn(
  frames: readonly Frame[],
  { path, dash, ...word }: Word & { readonly path: readonly string[]; readonly dash: boolean },
): MetadataPlace | undefined {
  const [top, inner] = [frames[0]!, frames.at(-1)!]
  const keys = frames.flatMap(({ key }) => key ?? [])
  const item = inner.open === '[' || inner.open === '(' || (inner === top && dash && inner.slot === undefined)
  // A complete value precedes the cursor, so no key or value can begin. At the top level, the words can be the start of
  // a name.
  const leads = inner === top && path.length === 0 && inner.slot === undefined && !item
  if (inner.last !== undefined && !leads) return undefined
  return { path: [...path, ...keys], key: inner.slot, item, ...word }
}
