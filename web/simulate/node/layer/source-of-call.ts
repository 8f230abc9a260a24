import { hostText } from './host.ts'

interface Prepared {
  prepareStackTrace?: unknown
  stackTraceLimit?: unknown
  captureStackTrace(holder: object, from: unknown): void
}

interface Site {
  getFileName(): string | undefined
  getLineNumber(): number
  getColumnNumber(): number
}

/** A callee that ends a text: names and indexes with dots between. */
const calleeAtEnd =
  /[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\s*(?:\?\.|\.)\s*[\p{ID_Start}$_#][\p{ID_Continue}$]*|\[[^\][]*\])*\s*(?:\?\.)?\s*$/u

/** How much of a text is looked through for the end of a call. */
const longestCall = 10_000

/** The text of the call that a function was called by, where its file still says it; the function is one of Node's. */
export function sourceOfCall(from: unknown): string | undefined {
  const site = callerOf(from)
  const file = site?.getFileName()
  if (site === undefined || file === undefined) return undefined
  try {
    const text = hostText('text', file.startsWith('file:') ? decodeURIComponent(new URL(file).pathname) : file)
    const lines = text.split('\n').slice(site.getLineNumber() - 1)
    return callAt(lines.join('\n').slice(0, longestCall), site.getColumnNumber() - 1)
  } catch {
    return undefined
  }
}

/** The first place of the program on the way to a function. */
function callerOf(from: unknown): Site | undefined {
  const holder: { stack?: unknown } = {}
  const { Error: Current } = globalThis as unknown as { Error: Prepared }
  const { prepareStackTrace: before, stackTraceLimit: limit } = Current
  Current.prepareStackTrace = (_: object, sites: readonly Site[]) => sites
  Current.stackTraceLimit = 1
  Current.captureStackTrace(holder, from)
  const sites = holder.stack as readonly Site[]
  Current.prepareStackTrace = before
  Current.stackTraceLimit = limit
  return sites[0]
}

/** The call whose bracket opens at a place of a text; the lines after its first keep what they stand in by. */
function callAt(text: string, opens: number): string | undefined {
  const callee = calleeAtEnd.exec(text.slice(0, opens))
  if (text[opens] !== '(' || callee === null) return undefined
  const end = afterBracket(text, opens)
  if (end === undefined) return undefined
  const [first = '', ...others] = text.slice(callee.index, end).replace(controls, written).split('\n')
  const indented = new RegExp(`^[ \\t]{0,${callee.index}}`)
  return [first, ...others.map((line) => `  ${line.replace(indented, '')}`)].join('\n')
}

const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g

function written(sign: string): string {
  const short: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f' }
  return short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Texts, comments and patterns, in which brackets say nothing; a pattern stands only where a value may begin. */
const opaque = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\/\/[^\n]*|\/\*[^]*?\*\//y
const pattern = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const beforeValue = /(?:^|[([{,;:?=!&|+\-*%^~<>]|\b(?:return|typeof|void|in|of|case|await|new|delete))\s*$/

/** The place behind the bracket that closes the one at a place. */
function afterBracket(text: string, opens: number): number | undefined {
  const open: string[] = []
  for (let at = opens; at < text.length; at++) {
    const sign = text[at] ?? ''
    const inText = open.at(-1) === '`'
    if (inText && sign === '\\') at++
    else if (sign === '`') {
      if (inText) open.pop()
      else open.push(sign)
    } else if (inText) {
      if (sign === '$' && text[at + 1] === '{') open.push(text[++at] ?? '')
    } else if ('([{'.includes(sign)) open.push(sign)
    else if (')]}'.includes(sign)) {
      open.pop()
      if (open.length === 0) return at + 1
    } else at = skipped(text, at)
  }
  return undefined
}

/** The last place of the text, comment or pattern that begins at a place; else that place. */
function skipped(text: string, at: number): number {
  for (const kind of [opaque, pattern]) {
    kind.lastIndex = at
    const found = kind.exec(text)
    if (found === null || (kind === pattern && !beforeValue.test(text.slice(Math.max(0, at - 20), at)))) continue
    return at + found[0].length - 1
  }
  return at
}
