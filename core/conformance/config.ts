import { untraced } from '#core/answer'
import { bare, deepMerge, resolveToolConfig, sourcedValue } from '#core/plan'
import { decodeValue, encodeValue } from '#core/read'
import { WorkBudget } from '#core/rules'
import { errorOf, failure } from './errors.ts'
import { asRecord, type Json } from './json.ts'
import { worldOf } from './world.ts'

const by = { kind: 'caller' } as const

/** Answers `resolve` and `merge` questions (corpus README, area `config-resolve`). */
export function answerConfig(rev: string, input: Json): Json {
  const question = asRecord(input)
  switch (question['kind']) {
    case 'resolve': {
      const { workspace } = worldOf(rev, input)
      const config_resolve = decodeValue(question['config_resolve'] ?? null)
      const result = resolveToolConfig(
        workspace,
        { declared_by: 't', config_resolve, at: null, verify: true, work: new WorkBudget() },
        untraced,
      )
      return 'problem' in result ? errorOf(result.problem) : { config: encodeValue(bare(result.config)) }
    }
    case 'merge': {
      const [base, override] = [question['base'] ?? null, question['override'] ?? null].map((side) =>
        sourcedValue(decodeValue(side), by),
      )
      return base && override ? { merged: encodeValue(bare(deepMerge(base, override))) } : failure
    }
    default:
      return failure
  }
}
