import type { Dialect, MetadataFormat } from '../../rules/dialect.ts'
import { extensionOf } from '../../text/path.ts'

/** How much of a file is looked at, in bytes or characters: a header is at its top. */
export const firstLinesLength = 2_048

/** A text in quotes that ends on its line and holds nothing to unfold. */
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

/**
 * Lines that are complete by themselves, up to one that sets the executor id. Whatever comes after them, the file sets it, cannot be
 * read as a whole, or sets it anew in a way that cannot be read: it is no library in any case (R1.7).
 */
const headers: Readonly<Partial<Record<MetadataFormat, RegExp>>> = {
  python: new RegExp(
    String.raw`^(?:"""[^"\\\r]*"""\n)?(?:(?:${pythonLine})?\n)*__executor_id__ = (?:${quoted}|None)\n`,
  ),
  yaml: new RegExp(String.raw`^(?:(?:${yamlLine})?\n)*executor_id: (?:${quoted}|\w[\w./-]*)\n`),
  javascript: new RegExp(
    String.raw`^(?:(?:${scriptLine})?\n)*(?:export )?const __executor_id__ = (?:${quoted}|null);?\n`,
  ),
}

/**
 * Whether the first lines of a file already tell that it is no library (R1.7), so that a list need not parse it. A no says nothing:
 * `isLibrary` of its metadata knows.
 */
export function beginsAsTool(path: string, text: string, dialect: Dialect): boolean {
  const format = dialect.formats.get(extensionOf(path))
  const header = format && headers[format]
  return header?.test(text.slice(0, firstLinesLength)) === true
}
