import { describe } from '../diagnostics/describe.ts'
import { limits } from '../limits.ts'
import type { Parts } from '../parts.ts'
import type { Located } from '../read/located.ts'
import { readYaml } from '../read/yaml/read.ts'
import type { FieldProblem } from '../read/fields.ts'

/** A kind of file in messages: its name, its first key, and the limit of its length. */
interface FileKind {
  readonly name: string
  readonly start: string
  readonly limit: 'lessonLength' | 'expectationLength'
}

/** Reads the YAML document of a file, or returns the reasons why it has none. */
export function readDocument(
  path: string,
  text: string,
  { name, start, limit }: FileKind,
  parts: Parts,
): { readonly document: Located } | { readonly problems: readonly FieldProblem[] } {
  const at = { path, start: 0, end: Math.min(text.length, 1) }
  const problem = (code: FieldProblem['code'], message: string, hint: string): FieldProblem => {
    return { code, severity: 'error', message, hint, at }
  }
  if (text.length > limits[limit]) {
    const message = `The ${name} has ${text.length} characters; the limit is ${limits[limit]} (${limit}).`
    return { problems: [problem('limit', message, `Shorten the ${name}.`)] }
  }
  const reading = readYaml(path, text)
  if (reading.kind === 'document' && reading.document) return { document: reading.document }
  if (reading.kind === 'document')
    return { problems: [problem('missing', `The ${name} is empty.`, `Start with \`${start}:\`.`)] }
  return {
    problems: reading.diagnostics.map((finding) => {
      const { message, hint } = describe(finding, parts)
      return { ...problem('syntax', message, hint), at: finding.at ?? at }
    }),
  }
}
