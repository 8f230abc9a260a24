import type { DiagnosticCode, Facts } from './facts.ts'

/** The message of a finding, and a hint with the next action. */
export interface Prose {
  readonly message: string
  readonly hint: string
}

/** Prose for some of the codes, each a function of the facts alone. */
export type ProseFor<Code extends DiagnosticCode> = { readonly [C in Code]: (facts: Facts[C]) => Prose }

/** The maximum number of items that a sentence lists. The facts of a finding contain all items. */
const mostListed = 20

/** Joins strings for a sentence: `a, b and c`; `nothing` if there are none. */
export function listed(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  if (items.length <= 1) return items[0] ?? 'nothing'
  if (items.length > mostListed) return `${items.slice(0, mostListed).join(', ')} and ${items.length - mostListed} more`
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}

/** The string in quotes, shortened to 120 characters. */
export function quoted(text: string): string {
  return `"${text.length > 120 ? `${text.slice(0, 117)}...` : text}"`
}

/** The sentence to append if a caller nests parameters that the dialect takes flat (R9K, Q4); otherwise empty. */
export function flatForm(nested: readonly string[] | undefined): string {
  return nested
    ? ` The dialect kiwi requires flat parameters. Move the entries of ${nested.join(' and ')} to the top level.`
    : ''
}
