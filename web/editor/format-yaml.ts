import { parseAllDocuments, stringify, type Document } from 'yaml'

/** The maximum number of characters to format, because formatting blocks the page. */
export const formatLimit = 500_000

/**
 * Format YAML: two spaces per level, and one space between a value and its comment. Comments, quotes and the order do
 * not change. Returns an error for text that is too long, has several documents or cannot be parsed, and if the meaning
 * would change.
 */
export function formatYaml(text: string): { readonly text: string } | { readonly problem: string } {
  if (text.length > formatLimit)
    return {
      problem: `Cannot format a file of more than ${formatLimit.toLocaleString('en')} characters. Split the file.`,
    }
  const documents = read(text)
  const error = documents.flatMap(({ errors }) => errors)[0]
  if (error) return { problem: `Not valid YAML: ${error.message.split('\n')[0] ?? ''}` }
  const [only, ...more] = documents
  if (!only || more.length > 0)
    return { problem: 'Cannot format a file with several YAML documents. Keep one document per file.' }
  // Long lines are not wrapped, because a line break can change the meaning.
  const laidOut = only.toString({ lineWidth: 0, indentSeq: true })
  if (meaning(read(laidOut)) !== meaning(documents))
    return { problem: 'Not formatted, because formatting would change the meaning of this file.' }
  return { text: laidOut }
}

// R2.3: the engine parses YAML 1.1, in which `yes` is a boolean.
function read(text: string): readonly Document[] {
  return parseAllDocuments(text, { version: '1.1', merge: true, keepSourceTokens: false, intAsBigInt: true })
}

function meaning(documents: readonly Document[]): string {
  return documents.map((document) => stringify(document.toJS({ maxAliasCount: 100 }))).join('---')
}
