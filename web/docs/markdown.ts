/** A part of a line. All links point to pages of the documentation. */
export type Inline =
  | { readonly kind: 'plain' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

export type Block =
  | { readonly kind: 'heading'; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'table'; readonly head: Row; readonly rows: readonly Row[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }

type Row = readonly (readonly Inline[])[]

/**
 * The Markdown that lessons and documentation use: headings, paragraphs, lists, tables, code, **strong**, *emphasis*,
 * `code` and links to pages of the documentation. Everything else, including HTML and URLs of other hosts, is plain
 * text.
 */
export function markdownBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = text.trim().split('\n')
  for (let at = 0; at < lines.length;) {
    const [block, next] = blockAt(lines, at)
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

/** The text without the characters that mark emphasis, code and headings. */
export function withoutMarks(text: string): string {
  return text.replace(/[*`#]/g, '')
}

const item = /^\s*(?:[-*]|(\d+)\.) +/

/** The block that starts at a line, with the index of the line after it. The block is undefined for an empty line. */
function blockAt(lines: readonly string[], at: number): readonly [Block | undefined, number] {
  const line = lines[at] ?? ''
  if (line.trim() === '') return [undefined, at + 1]
  const fence = /^```(\w*)$/.exec(line.trim())
  if (fence) return codeAt(lines, at, fence[1] ?? '')
  const heading = /^#{1,6} (.+)$/.exec(line)
  if (heading) return [{ kind: 'heading', parts: inlines(heading[1] ?? '') }, at + 1]
  if (line.startsWith('|') && /^\|[\s:|-]+\|$/.test(lines[at + 1] ?? '')) return tableAt(lines, at)
  if (item.test(line)) return listAt(lines, at)
  const end = endOf(lines, at + 1, (one) => one.trim() === '' || item.test(one) || one.startsWith('```'))
  return [{ kind: 'paragraph', parts: inlines(joined(lines.slice(at, end))) }, end]
}

/** The index of the first line at or after `from` for which `ends` is true, or the end of the text. */
function endOf(lines: readonly string[], from: number, ends: (line: string) => boolean): number {
  const found = lines.findIndex((line, index) => index >= from && ends(line))
  return found === -1 ? lines.length : found
}

function codeAt(lines: readonly string[], at: number, language: string): readonly [Block, number] {
  const end = endOf(lines, at + 1, (line) => line.trim() === '```')
  return [{ kind: 'code', language, text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

function listAt(lines: readonly string[], at: number): readonly [Block, number] {
  const end = endOf(lines, at, (line) => line.trim() === '')
  const items: string[][] = []
  for (const line of lines.slice(at, end)) {
    if (item.test(line)) items.push([line.replace(item, '')])
    else items.at(-1)?.push(line)
  }
  const ordered = item.exec(lines[at] ?? '')?.[1] !== undefined
  return [{ kind: 'list', ordered, items: items.map((one) => inlines(joined(one))) }, end]
}

function tableAt(lines: readonly string[], at: number): readonly [Block, number] {
  const end = endOf(lines, at, (line) => !line.startsWith('|'))
  const rows = lines.slice(at, end).map(cellsOf)
  return [{ kind: 'table', head: rows[0] ?? [], rows: rows.slice(2) }, end]
}

/** The cells of a row. A vertical bar inside a cell is written `\|`. */
function cellsOf(line: string): Row {
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return cells.split(/(?<!\\)\|/).map((cell) => inlines(cell.trim().replaceAll('\\|', '|')))
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(' ')
}

const marked = /(\*\*[^*]+\*\*|``.+?``|`[^`]+`|\[[^\]]+\]\([^()\s]+\)|(?<![\w*])\*[^*\s](?:[^*]*[^*\s])?\*(?![\w*]))/

function inlines(line: string): readonly Inline[] {
  return line
    .split(marked)
    .filter((part) => part !== '')
    .map(inlineOf)
}

function inlineOf(part: string): Inline {
  const inside = (ends: number): string => part.slice(ends, -ends)
  if (part.startsWith('**') && part.endsWith('**') && part.length > 4) return { kind: 'strong', text: inside(2) }
  if (part.startsWith('``') && part.endsWith('``') && part.length > 4) return { kind: 'code', text: inside(2).trim() }
  if (part.startsWith('`') && part.endsWith('`') && part.length > 2) return { kind: 'code', text: inside(1) }
  if (part.startsWith('*') && part.endsWith('*') && part.length > 2) return { kind: 'emphasis', text: inside(1) }
  const [, text = '', address = ''] = /^\[([^\]]+)\]\(([^()\s]+)\)$/.exec(part) ?? []
  const to = text === '' ? undefined : pageOf(address)
  if (to !== undefined) return { kind: 'link', text: text.replaceAll('`', ''), to }
  return { kind: 'plain', text: text === '' ? part : text }
}

/**
 * The ID of the page that a link points to: `#docs/ID` in the page, `folder/chapter.md#heading` between documentation
 * files. Undefined for any other link.
 */
function pageOf(address: string): string | undefined {
  const page = /^#docs\/([\w.-]+)$/.exec(address)?.[1]
  if (page !== undefined) return page
  const [, chapter, heading] = /^(?:(?:\.\.?\/)*(?:[\w-]+\/)*([\w-]+)\.md)?(?:#([\w.-]+))?$/.exec(address) ?? []
  return heading ?? chapter
}
