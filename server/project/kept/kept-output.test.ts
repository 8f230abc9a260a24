import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
import { openDiff } from '../diff/diff.ts'
import { openDirectory } from '../directory.ts'
import type { LinkSource } from '../link.ts'
import type { ProjectOptions } from '../options.ts'
import { share } from '../share.ts'
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

describe('the stored output of a diff with', () => {
  const text = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
  const tool = '.ai/tools/demo/one.py'
  /** A repository with two commits, and a function that compares two sides in it. */
  const repository = () => {
    const [folder, cache] = [freshFolder(), freshFolder()]
    const git = (...words: readonly string[]) =>
      void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: folder })
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const commit = (content: string) => (write(tool, content), git('add', '.'), git('commit', '-qm', 'change'))
    git('init', '-q')
    write('.gitignore', '.env\nother.txt\n')
    commit(text)
    commit(text.replace('python/script', 'node/node'))
    const machine = { cwd: folder, env: { PATH: '/bin', HOME: folder }, now: () => new Date() }
    const compare = async (...sides: readonly [LinkSource, LinkSource]): Promise<[text: string, isFound: boolean]> => {
      await settling()
      const kept = new KeptOutput(new KeptFolder(cache), '1', sides, new Reads(settled))
      const { before, after, compare } = await openDiff(sides, {
        dir: '.',
        withoutUser: true,
        machine,
        reads: kept.reads,
      })
      const directories = [before, after].flatMap(({ directory }) => directory ?? [])
      const inputs = [before.digest, after.digest]
      const found = kept.find(directories, inputs)
      if (found) return [found.printed.map(([, text]) => text).join(''), true]
      const computed = JSON.stringify(compare().items)
      kept.keep(directories, { printed: [[1, computed]], code: 0 }, inputs)
      return [computed, false]
    }
    return { folder, write, commit, compare }
  }

  test('a revision is found until the revision, a file on disk or an ignored file changes', async () => {
    const { write, commit, compare } = repository()
    const [computed, isFound] = await compare('HEAD~1', '.')
    expect([JSON.parse(computed), isFound]).toMatchObject([[{ item_id: 'demo/one' }], false])
    expect(await compare('HEAD~1', '.')).toEqual([computed, true])
    expect(await compare('HEAD~1', 'HEAD')).toEqual([expect.any(String), false])
    expect(await compare('HEAD~1', 'HEAD')).toEqual([expect.any(String), true])
    write(tool, text)
    expect(await compare('HEAD~1', '.')).toEqual(['[]', false])
    commit(`${text}# more\n`)
    expect(await compare('HEAD~1', 'HEAD')).toEqual([expect.any(String), false])
    expect(await compare('HEAD~1', 'HEAD')).toEqual([expect.any(String), true])
    write('.env', 'REGION=eu\n')
    expect((await compare('HEAD~1', 'HEAD'))[1]).toBe(false)
    expect((await compare('HEAD~1', 'HEAD'))[1]).toBe(true)
    write('.env', 'REGION=us\n')
    expect((await compare('HEAD~1', 'HEAD'))[1]).toBe(false)
    write('other.txt', 'ignored')
    expect((await compare('HEAD~1', 'HEAD'))[1]).toBe(false)
  })

  test('a revision is not found if line endings on disk have changed', async () => {
    const { write, compare } = repository()
    write('.gitattributes', '* text=auto\n')
    expect((await compare('HEAD', 'HEAD~1'))[1]).toBe(false)
    expect((await compare('HEAD', 'HEAD~1'))[1]).toBe(true)
    write(tool, text.replace('python/script', 'node/node').replaceAll('\n', '\r\n'))
    expect((await compare('HEAD', 'HEAD~1'))[1]).toBe(false)
  })

  test('a link is found for the same draft', async () => {
    const { folder, write, compare } = repository()
    const link = () => share(openDirectory({ dir: folder, withoutUser: true }), { item_id: 'demo/one' }).link
    const one = link()
    const [computed, isFound] = await compare(one, '.')
    expect(isFound).toBe(false)
    expect(await compare(one, '.')).toEqual([computed, true])
    write('link', one)
    expect((await compare('@link', '.'))[1]).toBe(false)
    expect((await compare('@link', '.'))[1]).toBe(true)
    write(tool, text)
    write('link', link())
    expect((await compare('@link', '.'))[1]).toBe(false)
  })
})
