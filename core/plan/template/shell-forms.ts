import type { VariableFormProblem } from '../../diagnostics/env-problems.ts'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { SourceRange } from '../../text/source.ts'
import type { Piece } from './pieces.ts'
import type { SourcedText } from './sourced.ts'

type FormFinding = Extract<Diagnostic, { code: 'variable-form' }>

interface ShellForm {
  readonly written: string
  readonly because: VariableFormProblem
  readonly start: number
}

const form = /\$\{([A-Z_][A-Z0-9_]*)([^}]*)(\}?)/g
const shellOperator = /^(?::?[-=?+]|[%#/^,:[@])/

/** R6.4: every `${VAR` that is not closed, has a default with a brace, or has an operator that only shells support. */
export function shellForms(text: string): readonly ShellForm[] {
  if (!text.includes('${')) return []
  const forms: ShellForm[] = []
  for (const match of text.matchAll(form)) {
    const [written, , rest, end] = match
    const because = problemOf(rest ?? '', end === '}')
    if (because) forms.push({ written, because, start: match.index })
  }
  return forms
}

function problemOf(rest: string, isClosed: boolean): VariableFormProblem | undefined {
  if (!isClosed) return rest === '' || shellOperator.test(rest) ? 'unclosed' : undefined
  if (rest.startsWith(':-')) return rest.includes('{') ? 'nested' : undefined
  return shellOperator.test(rest) ? 'operator' : undefined
}

/**
 * The findings about `${...}` that an element wrote. `key` names the setting or the variable that contains the text.
 */
export function shellFormFindings({ text, pieces }: SourcedText, key: string): readonly FormFinding[] {
  return shellForms(text).flatMap(({ written, because, start }) => {
    const found = pieceAt(pieces, start)
    if (found?.piece.by.kind !== 'element' || found.piece.via.length > 0) return []
    return [{ code: 'variable-form', key, written, because, at: placeIn(found.piece, found.offset, written) }]
  })
}

function pieceAt(
  pieces: readonly Piece[],
  start: number,
): { readonly piece: Piece; readonly offset: number } | undefined {
  let from = 0
  for (const piece of pieces) {
    if (start < from + piece.text.length) return { piece, offset: start - from }
    from += piece.text.length
  }
  return undefined
}

/** The place of the form: its own characters if the file contains them literally, otherwise the whole value. */
function placeIn({ at, exact, text }: Piece, offset: number, written: string): SourceRange | null {
  if (!at || !exact || !text.startsWith(written, offset)) return at
  const start = at.start + offset
  return { path: at.path, start, end: start + written.length }
}
