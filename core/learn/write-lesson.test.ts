import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyPart } from '../pure-host.ts'
import { plain } from '../read/located.ts'
import { readJson } from '../read/read-json.ts'
import { encodeValue } from '../read/value/encode.ts'
import { readYaml } from '../read/yaml/read.ts'
import { exactTexts } from '../testing/exact-json.ts'
import { exampleLessons } from '../testing/lessons.ts'
import { propertyRuns } from '../testing/property.ts'
import type { Analysis } from '../answer/analysis.ts'
import { checkGoal } from '../expect/check-goal.ts'
import { readLesson } from './read-lesson.ts'
import { toYaml } from '../expect/to-yaml.ts'
import { writeLesson } from './write-lesson.ts'

test.for(exampleLessons().map(({ slug, lesson }) => [slug, lesson] as const))(
  'the lesson of %s survives a round-trip',
  ([, lesson]) => {
    const { lesson: again, problems } = readLesson('lesson.yaml', writeLesson(lesson), everyPart)
    expect(problems).toEqual([])
    expect(again).toEqual(lesson)
  },
)

test('any string survives a round-trip as a value, a list item and a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z \n]{0,12}\n$/), (any, lines) => {
      const value = { text: any, lines, list: [any, 1, true, null], [`k${any}`]: [{ a: lines }, {}] }
      const reading = readYaml('x.yaml', toYaml(value))
      expect(reading.kind === 'document' && reading.document && encodeValue(plain(reading.document))).toEqual(value)
    }),
    { numRuns: propertyRuns(300) },
  )
})

/** A goal for a value, written and read again, and whether the value passes it. */
function writtenGoal(text: string) {
  const read = readJson(text)
  const [first] = exampleLessons()
  const step = first?.lesson.steps.find(({ goals }) => goals.length > 0)
  if ('problem' in read || !first || !step) throw new Error('there is a lesson with a step, and the text is JSON')
  const about = { kind: 'value', lane: 'analysis', keep: false } as const
  const other = { ...about, pointer: '/status', test: { kind: 'is', value: 'ready' } } as const
  const goal = { ...about, pointer: '/parameters/given/v', test: { kind: 'is', value: read.value } } as const
  const goals = [other, goal].map((one) => ({ ...step.goals[0]!, ...one }))
  const written = writeLesson({ ...first.lesson, steps: [{ ...step, goals }] })
  const again = readLesson('lesson.yaml', written, everyPart)
  const analysis = { parameters: { given: { v: read.value } }, chain: [], provenance: {} } as unknown as Analysis
  const held = again.lesson?.steps[0]?.goals[1]
  return { written, problems: again.problems, holds: held && checkGoal(held, { analysis }).holds }
}

test.for([
  ['21.0', 'is: 21.0'],
  ['[1, 1.0, 1e22]', 'is: [1, 1.0, 1.0e+22]'],
  ['1e-7', 'is: 1.0e-07'],
  ['12345678901234567891', 'is: 12345678901234567891'],
  ['{"a": 1.0, "on": 2.0, "null": 3}', 'is:\n          a: 1.0\n          "on": 2.0\n          "null": 3'],
  ['{"2": "b", "1": "a"}', 'is:\n          "2": "b"\n          "1": "a"'],
  ['{"$py": "float", "repr": "21.0"}', 'is:\n          "$py": "float"\n          repr: "21.0"'],
] as const)('a goal with the value %s is written in its usual form', ([text, written]) => {
  expect(writtenGoal(text).written).toContain(written)
})

test.for(exactTexts)('a goal with the value %s passes for that value after a round-trip', ([text]) => {
  expect(writtenGoal(text)).toMatchObject({ problems: [], holds: true })
})
