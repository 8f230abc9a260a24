import { expect, test } from 'vitest'
import fc from 'fast-check'
import type { Snapshot } from '#core/workspace'
import { propertyRuns } from '#core/testing'
import { unzip, zipDraft } from './archive.ts'
import {
  composedNames,
  asText,
  commandFor,
  fromText,
  importFiles as importBelow,
  importRoot,
  type Foreign,
} from './exchange.ts'
import { LongWork } from './long-work.ts'

const snapshot: Snapshot = {
  format: 1,
  name: 'A draft',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 'demo/greet',
  parameters: '{"name": "it\'s me"}',
  files: { '/project/.ai/tools/demo/greet.py': '__version__ = "1"\n' },
}
const work = new LongWork(() => undefined)
/** Import from the common root, as the page does. */
const importFiles = (foreign: readonly Foreign[], doing: LongWork) => {
  const found = importRoot(foreign)
  return importBelow(foreign, found.kind === 'one' ? found.root : '', doing)
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('files of a zipped folder are imported from under its name, without private folders', async () => {
  const foreign = [
    { name: 'mine/.ai/tools/a.py', bytes: bytes('a') },
    { name: 'mine/node_modules/x/index.js', bytes: bytes('x') },
    { name: 'mine/blob', bytes: new Uint8Array([0, 255]) },
  ]
  const { files, skipped } = await importFiles(foreign, work)
  expect(files).toEqual({ '/project/.ai/tools/a.py': 'a', '/project/blob': { base64: 'AP8=' } })
  expect(skipped.map(({ name }) => name)).toEqual(['mine/node_modules/x/index.js'])
})

test('decomposed names, as macOS writes them, are composed unless an export or another file has the name', () => {
  const [composed, decomposed] = ['caf\u00e9/.ai/a.py', 'cafe\u0301/.ai/a.py']
  const namesOf = (...given: readonly string[]) =>
    composedNames(given.map((name) => ({ name, bytes: bytes('') }))).map(({ name }) => name)
  expect(namesOf(decomposed, 'b.py')).toEqual([composed, 'b.py'])
  expect(namesOf(decomposed, composed)).toEqual([decomposed, composed])
  expect(namesOf(decomposed, 'x/draft.json')).toEqual([decomposed, 'x/draft.json'])
})

test.for([
  { names: ['repo/.ai/tools/a.py', '__MACOSX/repo/._.ai', '__MACOSX/._repo'], root: 'repo/' },
  { names: ['repo/.ai/tools/a.py', '.DS_Store'], root: 'repo/' },
  { names: ['a/b/c/x.py', 'a/b/c/y.py'], root: 'a/b/c/' },
  { names: ['a/b/x.py', 'a/c/y.py'], root: 'a/' },
  { names: ['x.py', 'a/y.py'], root: '' },
  { names: ['x.py'], root: '' },
  { names: ['.ai/tools/a.py', 'README.md'], root: '' },
  { names: ['README.md', 'deep/er/.ai/tools/a.py', 'deep/er/data.txt'], root: 'deep/er/' },
  { names: ['repo/.ai/tools/a.py', 'repo/sub/.ai/tools/b.py'], root: 'repo/' },
  { names: ['project/.ai/tools/a.py', 'user/.ai/tools/b.py'], root: '' },
  { names: ['mine/project/.ai/tools/a.py', 'mine/user/.ai/tools/b.py', 'mine/draft.json'], root: 'mine/' },
  { names: ['mine/project/note.txt', 'mine/draft.json'], root: 'mine/' },
  { names: ['project/sub/note.txt'], root: '' },
  { names: [], root: '' },
])('the root of $names is "$root"', ({ names, root }) => {
  const foreign = names.map((name) => ({ name, bytes: bytes('') }))
  expect(importRoot(foreign)).toEqual({ kind: 'one', root })
})

test('several sibling projects are candidates for the root', () => {
  const foreign = ['one/.ai/tools/a.py', 'two/.ai/tools/b.py', 'two/inner/.ai/x'].map((name) => ({
    name,
    bytes: bytes(''),
  }))
  expect(importRoot(foreign)).toEqual({ kind: 'several', roots: ['one/', 'two/'] })
})

test('files outside the project are skipped with the reason', async () => {
  const foreign = ['README.md', 'deep/.ai/tools/a.py'].map((name) => ({ name, bytes: bytes('') }))
  const { files, skipped } = await importFiles(foreign, work)
  expect(Object.keys(files)).toEqual(['/project/.ai/tools/a.py'])
  expect(skipped).toEqual([{ name: 'README.md', because: 'outside the project folder deep/' }])
})

test('project/ and user/ at the top select the space', async () => {
  const foreign = [
    { name: 'project/a', bytes: bytes('1') },
    { name: 'user/b', bytes: bytes('2') },
  ]
  const { files } = await importFiles(foreign, work)
  expect(Object.keys(files)).toEqual(['/project/a', '/user/b'])
})

test.for([
  { name: '../../etc/passwd', because: 'contains the name "." or ".."' },
  { name: 'a/../../b', because: 'contains the name "." or ".."' },
  { name: 'C:\\temp\\x', because: 'backslash' },
  { name: 'big', size: 4_000_001, because: 'larger than 4 MB' },
])('an import skips $name and reports the reason', async ({ name, size = 1, because }) => {
  const { files, skipped } = await importFiles([{ name, bytes: new Uint8Array(size) }], work)
  expect(files).toEqual({})
  expect(skipped[0]?.because).toContain(because)
})

test('an import reports unreadable files and imports the others', async () => {
  const gone = { name: 'gone.py', bytes: new Uint8Array(), unread: true } as const
  const { files, skipped } = await importFiles([gone, { name: 'there.py', bytes: bytes('1') }], work)
  expect(files).toEqual({ '/project/there.py': '1' })
  expect(skipped).toEqual([{ name: 'gone.py', because: expect.stringContaining('not readable') as string }])
})

test('the last of several files with the same path is imported, and the others are reported', async () => {
  const { files, skipped } = await importFiles(
    [
      { name: '.ai/tools/a.py', bytes: bytes('first') },
      { name: './.ai/tools/a.py', bytes: bytes('second') },
      { name: '.ai/tools/b.py', bytes: bytes('b') },
      { name: '.ai/tools/a.py', bytes: bytes('third') },
    ],
    work,
  )
  expect(files).toEqual({ '/project/.ai/tools/a.py': 'third', '/project/.ai/tools/b.py': 'b' })
  const because = 'replaced by a later file with the same path, /project/.ai/tools/a.py'
  expect(skipped).toEqual([
    { name: '.ai/tools/a.py', because },
    { name: './.ai/tools/a.py', because },
  ])
})

test('an archive that unpacks to too many bytes is refused with the limit, and text is not an archive', async () => {
  const { zipSync } = await import('fflate')
  const bomb = zipSync({ a: new Uint8Array(130_000_000) })
  expect(bomb.length).toBeLessThan(200_000)
  const { files, problem } = await unzip(bomb, work)
  // Compare the number of files: a failed comparison of their bytes would print 128 MB.
  expect(files.length).toBe(0)
  expect(problem).toBe('The archive unpacks to more than 128 MB. Import a smaller archive.')
  expect((await unzip(bytes('no zip at all'), work)).problem).toContain('not a zip archive')
})

test('a zip contains the files and the settings of the draft', async () => {
  const { files } = await unzip(zipDraft(snapshot), work)
  const inside = Object.fromEntries(files.map((file) => [file.name, new TextDecoder().decode(file.bytes)]))
  expect(inside['project/.ai/tools/demo/greet.py']).toBe('__version__ = "1"\n')
  expect(JSON.parse(inside['draft.json'] ?? '')).toMatchObject({ name: 'A draft', item_id: 'demo/greet' })
})

test('exported draft text restores the same draft, for any content', () => {
  const line = fc.oneof(fc.string(), fc.constantFrom('=== x', '\\=== x', '=== /project/a', ''))
  const text = fc.array(line, { maxLength: 5 }).chain((lines) => fc.constantFrom(lines.join('\n'), lines.join('\r\n')))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const names = ['plain', 'odd (base64)', 'odd (text)', 'odd (no newline at end)']
      const files = Object.fromEntries(texts.map((content, index) => [`/project/${names[index]}`, content]))
      expect(fromText(asText({ ...snapshot, files }))).toEqual({ ...snapshot, files })
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('the command quotes arguments that a shell would split', () => {
  expect(commandFor(snapshot)).toBe(
    `npx rye-chain-playground analyze --dir a-draft/project --item demo/greet --params '{"name": "it'"'"'s me"}' --dialect lillux --search scoped --dev --world a-draft/draft.json --json`,
  )
})
