import type { Located } from '../read/located.ts'
import type { Metadata } from '../read/metadata/metadata.ts'

/** A placeholder in a metadata value: a variable of the environment (pass 1, R9.3) or a name (pass 2, R9.4). */
export interface TemplateToken {
  readonly kind: 'variable' | 'parameter'
  readonly start: number
  readonly end: number
}

const placeholder = /\$\{[^}\n]+\}|(?<![${])\{[A-Za-z_][A-Za-z0-9_]*\}(?!\})/g

/** Every placeholder in the metadata texts of a file, in file order, for highlighting. */
export function templateTokens({ fields }: Metadata, text: string): readonly TemplateToken[] {
  const found: TemplateToken[] = []
  for (const { value } of fields.values()) for (const node of textsIn(value)) found.push(...tokensIn(text, node))
  return found.sort((a, b) => a.start - b.start)
}

function textsIn(node: Located): readonly Located[] {
  if (node.kind === 'list') return node.items.flatMap(textsIn)
  if (node.kind === 'dict') return [...node.entries.values()].flatMap(({ value }) => textsIn(value))
  return typeof node.value === 'string' ? [node] : []
}

function tokensIn(text: string, { start, end }: Located): readonly TemplateToken[] {
  return [...text.slice(start, end).matchAll(placeholder)].map(({ 0: word, index }) => ({
    kind: word.startsWith('$') ? 'variable' : 'parameter',
    start: start + index,
    end: start + index + word.length,
  }))
}
