import type { DiagnosticEntry } from '#core/answer'
import { withProjectPaths } from '../../project/own-paths.ts'
import type { Facts } from '../fence.ts'

/** A finding for an agent: its code, message, place and fix. */
export function findingFacts({ severity, code, message, hint, at }: DiagnosticEntry): Facts {
  return {
    severity,
    code,
    message: withProjectPaths(message),
    ...(at === null ? {} : { at: `${at.path}:${at.from.line}:${at.from.column}` }),
    ...(hint === '' ? {} : { hint: withProjectPaths(hint) }),
  }
}

/** Findings, or the objects that contain them, most severe first. */
export function worstFirst<T>(all: readonly T[], findingOf: (one: T) => DiagnosticEntry): readonly T[] {
  const ranks = ['error', 'warning', 'hint']
  const rank = (one: T): number => ranks.indexOf(findingOf(one).severity)
  return [...all].sort((a, b) => rank(a) - rank(b))
}
