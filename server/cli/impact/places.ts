import type { PlacedRange } from '#core/answer'
import { counted, visible } from '#core/text'
import type { Directory } from '../../project/directory.ts'
import type { Paint } from '../paint.ts'

/** The text of a place, to print at the end of a line; empty without a place. */
export function placeText(at: PlacedRange | null, shown: Directory['shown'], paint: Paint): string {
  return at === null ? '' : `  ${paint.faint(visible(`${shown(at.path)}:${at.from.line}:${at.from.column}`))}`
}

/** The note about items that a limit excluded; empty if there is none. */
export function uncheckedText(unchecked: number): string {
  if (unchecked === 0) return ''
  return `${counted(unchecked, 'item was', 'items were')} not checked, because the check reached the limit checkWork. Run rye-chain check for details.\n`
}
