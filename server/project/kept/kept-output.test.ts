import { readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, propertyTimeout } from '../../../core/testing/property.ts'
import { exampleFolder, freshFolder } from '../../testing/directories.ts'
import {
  asked,
  changes,
  computed,
  now,
  optionsOf,
  projectWithTool,
  settled,
  settling,
  toolIn,
  withPrograms,
} from '../../testing/kept-asking.ts'
import { openDirectory } from '../directory.ts'
import type { ProjectOptions } from '../options.ts'
import { KeptFolder } from './kept-folder.ts'
import { KeptOutput } from './kept-output.ts'
import { Reads } from './reads.ts'

const projectFolder = (): string => withPrograms(exampleFolder('hello-chain'))

test.for(changes)('after %s, a stored output is not found, or is still correct', async ([, make]) => {
  const [folder, cache] = [projectFolder(), join(freshFolder(), 'cache')]
  for (const number of [0, 1, 2, 3]) {
    utimesSync(toolIn(projectWithTool(folder)), 1_000_000, 1_000_000)
    await settling()
    asked(folder, cache)
    expect(asked(folder, cache).isFound).toBe(true)
    make(folder, number)
    await settling()
    for (const again of [1, 2]) expect(asked(folder, cache).text, `ask ${again}`).toBe(now(folder))
  }
})

test(
  'a stored output always equals a computed one, after any changes to the files, even during the computation',
  async () => {
    let found = 0
    const step = fc.record({
      change: fc.nat(changes.length - 1),
      number: fc.nat(20),
      /**
       * The number of reads in the first computation before the change; undefined: the change precedes the computation.
       */
      at: fc.option(fc.nat(40), { nil: undefined, freq: 3 }),
      waits: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const [folder, cache] = [projectFolder(), join(freshFolder(), 'cache')]
        for (const { change, number, at, waits } of steps) {
          const make = (): void => changes[change]?.[1](folder, number)
          let left = at
          if (at === undefined) make()
          else asked(folder, cache, () => void (left !== undefined && left-- === 0 && make()))
          if (waits) await settling()
          for (const again of [1, 2]) {
            const { text, isFound } = asked(folder, cache)
            expect(text, `ask ${again}`).toBe(now(folder))
            if (isFound) found++
          }
        }
        rmSync(folder, { recursive: true })
      }),
      { numRuns: propertyRuns(25) },
    )
    expect(found).toBeGreaterThan(20)
  },
  propertyTimeout(25),
)

test('an output is found again only with the same program, words, settings and folder', async () => {
  const [folder, cache] = [projectFolder(), freshFolder()]
  await settling()
  const keptWith = (build: string, words: unknown, more: ProjectOptions = {}): boolean => {
    const kept = new KeptOutput(new KeptFolder(cache), build, words, new Reads(settled))
    const directory = openDirectory({ ...optionsOf(folder), ...more, reads: kept.reads })
    if (kept.find([directory])) return true
    kept.keep([directory], { printed: [[1, computed(directory)]], code: 0 })
    return false
  }
  expect(keptWith('1', 'check')).toBe(false)
  expect(keptWith('1', 'check')).toBe(true)
  expect(keptWith('2', 'check')).toBe(false)
  expect(keptWith('1', 'list')).toBe(false)
  expect(keptWith('1', 'check', { strict: true })).toBe(false)
  expect(keptWith('1', 'check', { env: ['A=1'] })).toBe(false)
  expect(keptWith('1', 'check', { env: ['A=2'] })).toBe(false)
  expect(keptWith('1', 'check', { machine: { cwd: join(folder, 'project'), env: {}, now: () => new Date() } })).toBe(
    false,
  )
})

test('an output is not stored if one of its files changed a moment ago', () => {
  const [folder, cache] = [projectFolder(), freshFolder()]
  const kept = new KeptOutput(new KeptFolder(cache), '1', 'check')
  const directory = openDirectory({ ...optionsOf(folder), reads: kept.reads })
  kept.keep([directory], { printed: [[1, computed(directory)]], code: 0 })
  expect(readdirSync(cache)).toEqual([])
})
