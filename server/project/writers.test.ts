import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '..')

/** Functions of `node:fs` that write. */
const names =
  '(?:writeFile|appendFile|copyFile|rename|truncate|symlink|link|mkdir|mkdtemp|rm|rmdir|unlink|cp|createWriteStream)(?:Sync)?'
const writing = new RegExp(`import [^;']*\\b${names}\\b[^;']*from 'node:fs(?:/promises)?'|\\bfs\\.${names}\\(`)

/** Other files that write, with the reason. */
const others: readonly (readonly [place: RegExp, reason: string])[] = [
  [/^project\/(?:write-whole|temporary-file|held-folder)\.ts$/, 'the writer itself'],
  [/^sandbox\//, 'the folders of runs and control groups, which are gone after the run'],
  [
    /^shares\/share-files\.ts$/,
    'the same in pieces that wait, because the thread of a server answers others meanwhile',
  ],
  [/^project\/git\/shadow\.ts$/, 'a repository for one question, in a temporary folder'],
  [/^launch\//, 'dist/ and the lock of a build'],
  [/^bench\//, 'measurements in folders of their own'],
]

test('one module performs every write to user files', () => {
  const product = readdirSync(server, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs|cjs)$/.test(entry.name))
    .map((entry) => relative(server, join(entry.parentPath, entry.name)))
    .filter((path) => !/\.test\.ts$|(?:^|\/)testing\//.test(path))
  expect(product.length).toBeGreaterThan(200)
  const found = product.filter((path) => writing.test(readFileSync(join(server, path), 'utf8')))
  expect(found.filter((path) => !others.some(([place]) => place.test(path)))).toEqual([])
  for (const [place, reason] of others) expect([reason, found.some((path) => place.test(path))]).toEqual([reason, true])
})
