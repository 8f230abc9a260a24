import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyPart } from '../pure-host.ts'
import { plain } from '../read/located.ts'
import { encodeValue } from '../read/value/encode.ts'
import { readYaml } from '../read/yaml/read.ts'
import { exampleLessons } from '../testing/lessons.ts'
import { propertyRuns } from '../testing/property.ts'
import { readLesson } from './read-lesson.ts'
import { toYaml, writeLesson } from './write-lesson.ts'

test.for(exampleLessons().map(({ slug, lesson }) => [slug, lesson] as const))(
  'the lesson of %s comes back as it was written',
  ([, lesson]) => {
    const { lesson: again, problems } = readLesson('lesson.yaml', writeLesson(lesson), everyPart)
    expect(problems).toEqual([])
    expect(again).toEqual(lesson)
  },
)

test('any text comes back, alone, in a list and as a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z \n]{0,12}\n$/), (any, lines) => {
      const value = { text: any, lines, list: [any, 1, true, null], [`k${any}`]: [{ a: lines }, {}] }
      const reading = readYaml('x.yaml', toYaml(value))
      expect(reading.kind === 'document' && reading.document && encodeValue(plain(reading.document))).toEqual(value)
    }),
    { numRuns: propertyRuns(300) },
  )
})
