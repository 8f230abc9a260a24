import { expect, test } from 'vitest'
import { LongWork, Stopped } from './long-work.ts'
import { replaced, searchLimits, searchTexts, type Wanted } from './search.ts'

const texts = new Map([
  ['/project/a.py', 'name = "Ada"\nprint(name, NAME, names)\n'],
  ['/user/b.yaml', 'name: x\n'],
])
const idle = (): LongWork => new LongWork(() => {})
const find = (wanted: Partial<Wanted>, of: Iterable<readonly [string, string]> = texts) =>
  searchTexts(of, { text: 'name', exact: false, word: false, ...wanted }, idle())

test('every match has its line and the surrounding text', async () => {
  const { matches, more } = await find({})
  expect(more).toBe(false)
  expect(matches.map(({ path, line, text }) => [path, line, text])).toEqual([
    ['/project/a.py', 1, 'name'],
    ['/project/a.py', 2, 'name'],
    ['/project/a.py', 2, 'NAME'],
    ['/project/a.py', 2, 'name'],
    ['/user/b.yaml', 1, 'name'],
  ])
  expect(matches[1]).toMatchObject({ before: 'print(', after: ', NAME, names)' })
})

test('options match case and whole words', async () => {
  const count = async (wanted: Partial<Wanted>): Promise<number> => (await find(wanted)).matches.length
  expect([await count({ exact: true }), await count({ word: true }), await count({ exact: true, word: true })]).toEqual(
    [4, 4, 3],
  )
  expect(await count({ text: '' })).toBe(0)
})

test('a letter whose lowercase form is longer does not shift later matches', async () => {
  const { matches } = await find({ text: 'x' }, [['/project/t', '\u0130 X']])
  expect(matches[0]).toMatchObject({ start: 2, text: 'X' })
})

test('only the matches are replaced', async () => {
  const { matches } = await find({ word: true, exact: true })
  expect(replaced(matches, '$& title', (path) => texts.get(path))).toEqual([
    ['/project/a.py', '$& title = "Ada"\nprint($& title, NAME, names)\n'],
    ['/user/b.yaml', '$& title: x\n'],
  ])
  expect(replaced(matches, 'b', (path) => (path === '/user/b.yaml' ? 'changed\n' : undefined))).toEqual([])
})

test('the limit of matches is reported', async () => {
  const many = [['/project/t', 'name '.repeat(searchLimits.matches + 1)]] as const
  const { matches, more } = await find({}, many)
  expect([matches.length, more]).toEqual([searchLimits.matches, true])
})

test('a search ends when it is stopped', async () => {
  const work = idle()
  work.stop()
  const large = Array.from({ length: 400 }, (_, at) => [`/project/${at}`, 'no '.repeat(200_000)] as const)
  await expect(searchTexts(large, { text: 'name', exact: false, word: false }, work)).rejects.toThrow(Stopped)
})
