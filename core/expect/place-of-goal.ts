import type { Analysis, DiagnosticEntry, PlacedRange } from '../answer/analysis.ts'
import type { PairGoal } from './goal.ts'

/** The line that explains a found value, and the pointer of the value with this source, for "why?". */
interface ValuePlace {
  readonly where: PlacedRange | null
  readonly pointer: string | null
}

/**
 * The source of a value in the analysis: of the value itself, of the nearest value that contains it, or of its first
 * part. For other values, it is the line that decides them: for a signature its first line, for the status the first
 * error.
 */
export function placeOfValue(analysis: Analysis, pointer: string | undefined): ValuePlace {
  if (pointer === undefined) return { where: placeOfError(analysis), pointer: null }
  const known = sourcedPointer(analysis, pointer)
  if (known !== undefined) return { where: analysis.provenance[known]?.at ?? null, pointer: known }
  const [list, index = '', field] = pointer.split('/').slice(1)
  if (list === 'diagnostics') return { where: analysis.diagnostics[Number(index)]?.at ?? null, pointer: null }
  if (list === 'chain') return { where: placeInChain(analysis, Number(index), field), pointer: null }
  return { where: list === 'status' || list === 'lockfile' ? placeOfError(analysis) : null, pointer: null }
}

function sourcedPointer({ provenance }: Analysis, pointer: string): string | undefined {
  for (let part = pointer; part !== ''; part = part.slice(0, part.lastIndexOf('/')))
    if (Object.hasOwn(provenance, part)) return part
  return Object.keys(provenance).find((one) => one.startsWith(`${pointer}/`))
}

function placeInChain(analysis: Analysis, index: number, field: string | undefined): PlacedRange | null {
  const entry = analysis.chain[index]
  const ofSignature = ({ code, at }: DiagnosticEntry): boolean =>
    code.startsWith('signature-') && at?.path === entry?.path
  const signature = field === 'signature' ? analysis.diagnostics.find(ofSignature)?.at : undefined
  return signature ?? entry?.executor_at ?? null
}

/**
 * The place of the first finding about a pair and a rule; otherwise the line with the child's executor ID. Null without
 * either.
 */
export function placeOfPair(analysis: Analysis, { rule, child, parent }: PairGoal): PlacedRange | null {
  const broken = analysis.diagnostics.find(
    ({ code, at, facts }) =>
      at && code.startsWith(`${rule}-`) && facts['child'] === child && facts['parent'] === parent,
  )
  return broken?.at ?? analysis.chain.find(({ item_id }) => item_id === child)?.executor_at ?? null
}

/** The place of a problem, or the place of the first error if the problem does not exist; null without a place. */
export function placeOfCode(analysis: Analysis, code: string): PlacedRange | null {
  const found = analysis.diagnostics.find((one) => one.code === code)
  return found ? found.at : placeOfError(analysis)
}

/** The place of the first error that has a place; null if no error has one. */
export function placeOfError({ diagnostics }: Analysis): PlacedRange | null {
  return diagnostics.find(({ severity, at }) => severity === 'error' && at)?.at ?? null
}
