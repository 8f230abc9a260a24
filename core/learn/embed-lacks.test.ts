import { expect, test } from 'vitest'
import { exampleLessons } from '../testing/lessons.ts'
import { stepsLackingInEmbed } from './embed-lacks.ts'

const lackOf = (slug: string): readonly string[] => {
  const found = exampleLessons().find((one) => one.slug === slug)
  return found ? stepsLackingInEmbed(found.lesson, found.start) : ['no lesson']
}

test.for([
  ['learn-broken-chains', 'a run, but no edits of files', ['Step 5 requires a run.']],
  ['learn-space-rule', 'a setting, moved files and a run', ['setting', 'moved', 'moved', 'run']],
  [
    'learn-build-tool',
    'a run and a new file',
    ['Step 2 requires a run.', 'Step 4 requires a new, moved or deleted file.'],
  ],
] as const)('%s: the steps that an embed cannot do require %s', ([slug, , words]) => {
  const found = lackOf(slug)
  expect(found).toHaveLength(words.length)
  for (const [index, word] of words.entries()) expect(found[index]).toContain(word)
})
