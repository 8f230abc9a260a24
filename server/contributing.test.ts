import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

/** The files that the section of a title lists, in order; `NAME` stands for what an existing one of its kind is called. */
function filesOf(title: string, name: string): readonly string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  return [...section.matchAll(/^\d+\. .*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/`((?:core|web|server|examples)\/[\w./-]+|[A-Z]+\.md)`/g)].map(([, path = '']) =>
      path.replace('NAME', name),
    ),
  )
}

/** Every file of a room that says a word. */
function saying(room: string, word: RegExp): readonly string[] {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|svelte)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => word.test(readFileSync(join(root, path), 'utf8')))
    .sort()
}

test('every file that the guide names is there', () => {
  const named = [...guide.matchAll(/`((?:core|web|server|examples|e2e)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !path.includes('NAME') && !existsSync(join(root, path)))).toEqual([])
})

test.for([
  { title: 'A panel', name: 'WorldPanel', room: 'web', word: /WorldPanel|name: 'world'/ },
  { title: 'A command', name: 'keys', room: 'server', word: /keysCommand|cli\/keys|'keys', 'new'/ },
  { title: 'An example', name: 'cycle-and-missing', room: 'web', word: /cycle-and-missing/ },
])('$title is added in the files that the guide lists, and in no other', ({ title, name, room, word }) => {
  const listed = filesOf(title, name)
  expect(listed.length).toBeGreaterThan(1)
  expect(saying(room, word).filter((path) => !listed.includes(path) && path !== 'server/contributing.test.ts')).toEqual(
    [],
  )
})
