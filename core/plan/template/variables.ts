import type { TemplateStep } from '../provenance.ts'
import { TemplateBudget } from './budget.ts'
import { PieceCursor, pieceOf, textOf, through, type Piece } from './pieces.ts'
import { quoteForShell } from './quote.ts'
import { Through, type SourcedText } from './sourced.ts'

/** Returns the value of an environment variable, as a string with its source. */
export type Variables = (name: string) => SourcedText | undefined

const variable = /\$\{([A-Z_][A-Z0-9_]*)(?::-([^}]*))?\}/g

/** The treatment of `${VAR}`: `env_config` (R6.4) does not quote values, pass 1 does (R9.3). */
export interface VariableOptions {
  readonly pass: TemplateStep['pass']
  readonly quote: boolean
  /** The budget that all strings of one step share. Default: a budget for this string alone. */
  readonly budget?: TemplateBudget | undefined
}

/**
 * Replaces every `${VAR}` and `${VAR:-default}` in a string (R6.4, R9.3). An unknown variable without a default becomes
 * empty. A variable that is set but empty is not unknown. Returns the same string if it contains nothing to replace or
 * the result exceeds the budget.
 */
export function expandVariables(node: SourcedText, variables: Variables, options: VariableOptions): SourcedText {
  if (!node.text.includes('${')) return node
  const pieces: Piece[] = []
  const steps: TemplateStep[] = []
  const cursor = new PieceCursor(node.pieces)
  const budget = options.budget ?? new TemplateBudget()
  let written = 0
  // Nothing matches after the last brace, and repeated searches there would take quadratic time.
  const text = node.text.slice(0, node.text.lastIndexOf('}') + 1)
  variable.lastIndex = 0
  for (let match = variable.exec(text); match; match = variable.exec(text)) {
    const [placeholder, name, fallback] = [match[0], match[1]!, match[2]]
    const start = match.index
    for (const piece of cursor.take(start)) pieces.push(piece)
    const source = cursor.skip(start + placeholder.length)
    const bound = variables(name)
    const raw = bound ? bound.text : (fallback ?? '')
    const replacement = options.quote ? quoteForShell(raw) : raw
    const from = bound ? 'value' : fallback === undefined ? 'empty' : 'default'
    const at = source?.at ?? null
    steps.push({
      pass: options.pass,
      round: 1,
      placeholder,
      name,
      replacement,
      from,
      quoted: replacement !== raw,
      written_by: (source?.by ?? node.by).kind,
      at,
    })
    written += replacement.length
    if (!budget.hasRoom(written, pieces.length + steps.length + (bound?.size ?? 0))) return node
    if (replacement === '') continue
    if (bound && replacement === raw) {
      if (placeholder.length === node.text.length) {
        budget.take(written, bound.size)
        return node.expanded(raw, new Through(bound, placeholder), steps)
      }
      for (const piece of through(bound.pieces, placeholder)) pieces.push(piece)
    } else if (bound) pieces.push(pieceOf(replacement, bound.by, bound.at, [placeholder]))
    else pieces.push(pieceOf(replacement, source?.by ?? node.by, at, [placeholder]))
  }
  if (steps.length === 0) return node
  for (const piece of cursor.take(node.text.length)) pieces.push(piece)
  budget.take(written, pieces.length)
  return node.expanded(textOf(pieces), pieces, steps)
}
