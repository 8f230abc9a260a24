import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveRun } from './answer/analyze.ts'
import type { Analysis } from './answer/analysis.ts'
import { limits } from './limits.ts'
import { propertyRuns, propertyTimeout } from './testing/property.ts'
import { codesOf, open } from './testing/workspace.ts'
import { command, times, type Attack } from './testing/worst/attack.ts'
import { worstInputs } from './testing/worst/inputs.ts'
import { worstSignatures } from './testing/worst/steps.ts'

// Schemas and files that require unlimited work. The engine answers each within its work budget, or reports the reached
// limit.

/** The maximum length of an answer in characters. Without limits, the same inputs produce documents of 300 MB. */
const longestAnswer = 30_000_000

test('there are at least 60 inputs that cause much work', () => {
  expect(worstInputs.length).toBeGreaterThanOrEqual(60)
})

/** Other limits that a code can report. */
const alsoReported: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'parameter-invalid': ['schema-limit'],
  'template-limit': ['work-limit'],
}

function expectBounded({ files, parameters = '{}', dialect = 'lillux', code }: Attack): void {
  const answer = open({ files }, { dialect }).analyze('t', parameters)
  const codes = codesOf(answer, true)
  expect(codes).not.toContain('engine-fault')
  for (const limit of ['work-limit', 'schema-limit', 'template-limit', 'parameter-invalid'])
    if (limit !== code && !alsoReported[limit]?.includes(code)) expect(codes).not.toContain(limit)
  if (code !== undefined) expect(codes).toContain(code)
  for (const { code: reported, message, hint } of answer.diagnostics) {
    if (reported !== 'work-limit') continue
    expect(answer.status).not.toBe('ready')
    expect(message).toMatch(/limit (analysisWork|chainWork)/)
    expect(hint).not.toBe('')
  }
  expect(JSON.stringify(answer).length).toBeLessThan(longestAnswer)
}

test.for(worstInputs)('the work is bounded: $name', { timeout: 60_000 }, expectBounded)

test.for(worstSignatures)('a slow signature check ends within the budget: %#', { timeout: 60_000 }, (make) => {
  expectBounded(make())
})

const pieces = fc.oneof(
  fc.constantFrom('{', '[', '(', '"', "'", '|', '\n', ' ', '\t', ':', '- ', '? ', ', ', '#', '=', '<', '\\', '`', '*'),
  fc.constantFrom('&a ', '*a', '<<: ', '!!', '${', '{a}', '0x', '1e', '9', 'a', 'é', '\u2028', 'f"', '"""', '//', '/*'),
  fc.constantFrom('class ', 'def ', 'x = ', 'lambda: ', '@', 'export ', 'const ', 'a?', '=>', '__version__ = ', 'rye:'),
)
const extensions = ['yaml', 'py', 'js', 'ts', 'sh', 'json', 'toml'] as const

test(
  'analysis of a long repetitive file ends within the budget without a fault',
  { timeout: propertyTimeout(200) },
  () => {
    const before = '__executor_id__ = "rye/core/primitives/execute"\n'
    fc.assert(
      fc.property(
        fc.constantFrom(...extensions),
        fc.array(pieces, { minLength: 1, maxLength: 4 }),
        (extension, parts) => {
          const unit = parts.join('')
          const text = (extension === 'py' ? before : '') + unit.repeat(Math.ceil(100_000 / unit.length))
          const { workspace, analyze } = open({ files: { [`/project/.ai/tools/t.${extension}`]: text } })
          const { work } = resolveRun(workspace, { item_id: 't', parameters: '{}' })
          expect([unit, codesOf(analyze('t'), true)]).not.toEqual([unit, expect.arrayContaining(['engine-fault'])])
          expect(work.used).toBeLessThanOrEqual(limits.analysisWork)
        },
      ),
      { numRuns: propertyRuns(200) },
    )
  },
)

const limited: Attack['files'] = { ...command('${V1}'), '/project/.env': times(300_000, (i) => `V${i}=1\n`) }

test('the same input stops at the same place, regardless of cached results', () => {
  const { analyze } = open({ files: limited })
  expect(JSON.stringify(analyze('t').diagnostics)).toBe(JSON.stringify(analyze('t').diagnostics))
})

test('an answer that is too expensive to serialize keeps its findings', () => {
  const files = { ...command('a'), '/project/.ai/tools/t.py': '__executor_id__ = "rye/core/primitives/execute"\n' }
  const parameters = `{"x": [${'1,'.repeat(400_000)}1]}`
  const answer: Analysis = open({ files }).analyze('t', parameters)
  expect(answer.diagnostics[0]).toMatchObject({ code: 'work-limit', facts: { step: 'document' } })
  expect(codesOf(answer, true)).toContain('extension-ambiguous')
})
