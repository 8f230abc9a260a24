import type { TemplateStep } from '../provenance.ts'
import { pyStr } from '../../read/value/text.ts'
import type { Value } from '../../read/value/value.ts'
import { TemplateBudget } from './budget.ts'
import { PieceCursor, pieceOf, textOf, through, type Piece } from './pieces.ts'
import { bare, joined, SourcedLeaf, SourcedText, Through, withBeat, type Sourced } from './sourced.ts'

/** The values of `{name}` placeholders. */
export type Names = Pick<ReadonlyMap<Value, Sourced>, 'get'>

const inText = /\{([^}]+)\}/g

/**
 * One round of pass 2 over one string (R9.4). A string that is exactly one placeholder becomes the value with its type.
 * Inside a longer string, the value is converted with Python's `str()`. Unknown names stay unchanged. Returns the same
 * node if the string does not change or the result exceeds the budget.
 */
export function expandNames(
  node: SourcedText,
  names: Names,
  pass: TemplateStep['pass'],
  round: number,
  typed: boolean,
  budget: TemplateBudget = new TemplateBudget(),
): Sourced {
  if (!node.mayExpand) return node
  const single = typed ? node.placeholder : undefined
  if (single !== undefined) {
    const value = names.get(single)
    budget.look(1)
    return value && budget.takes(value) ? takeValue(node, value, single, pass, round) : node
  }
  const pieces: Piece[] = []
  const steps: TemplateStep[] = []
  const cursor = new PieceCursor(node.pieces)
  let written = 0
  let looked = 0
  // Nothing matches after the last brace, and repeated searches there would take quadratic time.
  const open = node.text.slice(0, node.text.lastIndexOf('}') + 1)
  inText.lastIndex = 0
  for (let match = inText.exec(open); match; match = inText.exec(open)) {
    const [placeholder, name] = [match[0], match[1]!]
    looked++
    const value = names.get(name)
    if (!value) continue
    for (const piece of cursor.take(match.index)) pieces.push(piece)
    const source = cursor.skip(match.index + placeholder.length)
    const rendered = renderPieces(value, placeholder)
    const replacement = textOf(rendered)
    written += replacement.length
    if (!budget.hasRoom(written, pieces.length + steps.length + rendered.length)) return node
    const written_by = (source?.by ?? node.by).kind
    steps.push({
      pass,
      round,
      placeholder,
      name,
      replacement,
      from: 'value',
      quoted: false,
      written_by,
      at: source?.at ?? null,
    })
    for (const piece of rendered) pieces.push(piece)
  }
  budget.look(looked)
  if (steps.length === 0) return node
  for (const piece of cursor.take(node.text.length)) pieces.push(piece)
  budget.take(written, pieces.length)
  return node.expanded(textOf(pieces), pieces, steps)
}

function takeValue(
  node: SourcedText,
  value: Sourced,
  name: string,
  pass: TemplateStep['pass'],
  round: number,
): Sourced {
  // Nearly all placeholders have no spaces inside the braces.
  const placeholder = node.text.length === name.length + 2 ? node.text : `{${name}}`
  const written = node.first ?? node
  const step: TemplateStep = {
    pass,
    round,
    placeholder,
    name,
    replacement: value.kind === 'text' ? value.text : pyStr(bare(value)),
    from: 'value',
    quoted: false,
    written_by: written.by.kind,
    at: written.at ?? node.at,
  }
  const steps = joined(joined(node.steps, stepsOf(value)), [step])
  const beat = node.beat ?? value.beat
  if (value.kind === 'text')
    return new SourcedText(value.text, value.by, value.at, new Through(value, placeholder), beat, steps)
  return value.kind === 'leaf' ? new SourcedLeaf(value.value, value.by, value.at, beat, steps) : withBeat(value, beat)
}

function stepsOf(value: Sourced): readonly TemplateStep[] | undefined {
  return value.kind === 'text' || value.kind === 'leaf' ? value.steps : undefined
}

function renderPieces(value: Sourced, placeholder: string): readonly Piece[] {
  if (value.kind === 'text') return through(value.pieces, placeholder)
  return [pieceOf(pyStr(bare(value)), value.by, value.at, [placeholder])]
}
