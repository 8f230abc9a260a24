import type { Dialect, MetadataFormat } from '../../rules/dialect.ts'
import { extensionOf } from '../../text/path.ts'

/** The number of characters at the start of a file to search for a header. */
const firstLinesLength = 2_048

/** The maximum size in bytes of a file whose first lines can replace a parse. */
export const beginsAsToolLength = 65_536

/** A quoted string on one line without escapes. */
const quoted = String.raw`(?:"[^"\\\n\r]*"|'[^'\\\n\r]*')`

const pythonLine = [
  String.raw`#[^\n\r]*`,
  String.raw`import \w[\w., ]*`,
  String.raw`from \w[\w.]* import \w[\w, ]*`,
  String.raw`__\w+__ = (?:${quoted}|None|True|False|\d+)`,
].join('|')
const yamlLine = [String.raw`#[^\n\r]*`, String.raw`[a-z_]\w*:(?: (?:${quoted}|\w[\w./ @-]*))?`].join('|')
const scriptLine = [
  String.raw`\/\/[^\n\r\u2028\u2029]*`,
  String.raw`(?:export )?const __\w+__ = (?:${quoted}|null);?`,
].join('|')

/** Matches complete lines up to a line that sets the executor ID to a value other than null. */
const headers: Readonly<Partial<Record<MetadataFormat, RegExp>>> = {
  python: new RegExp(String.raw`^(?:"""[^"\\\r]*"""\n)?(?:(?:${pythonLine})?\n)*__executor_id__ = ${quoted}\n`),
  yaml: new RegExp(String.raw`^(?:(?:${yamlLine})?\n)*executor_id: (?!null\n|Null\n|NULL\n)(?:${quoted}|\w[\w./-]*)\n`),
  javascript: new RegExp(String.raw`^(?:(?:${scriptLine})?\n)*(?:export )?const __executor_id__ = ${quoted};?\n`),
}

/** Characters that can spell `executor_id` in another way: non-ASCII letters in Python, escapes in YAML. */
const disguises: Readonly<Partial<Record<MetadataFormat, RegExp>>> = { python: /[^\0-\x7f]/, yaml: /\\/ }

/**
 * Whether a file is certainly a tool (R1.7, R1.8), known without a parse: its first lines set the executor ID, and no
 * other line can. If false, parse the metadata and call `itemKind`.
 */
export function beginsAsTool(path: string, text: string, dialect: Dialect): boolean {
  const format = dialect.formats.get(extensionOf(path))
  if (!format || headers[format]?.test(text.slice(0, firstLinesLength)) !== true) return false
  const isSetOnce = text.indexOf('executor_id') === text.lastIndexOf('executor_id')
  return isSetOnce && disguises[format]?.test(text) !== true
}
