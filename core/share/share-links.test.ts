import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baseNames, dictionaryOf } from './share-base.ts'
import { decodeShare, encodeShare } from './share.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

/**
 * A published link, and the draft that it must always open. Add files for every new format and base, and never change
 * them.
 */
interface OldLink {
  readonly what: string
  readonly link: string
  readonly snapshot: Snapshot
}

const folder = join(import.meta.dirname, '../testing/links')
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const links = names.map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return [name, JSON.parse(text) as OldLink] as const
})

test('the old links use at least six share bases', () => {
  expect(new Set(links.map(([, { link }]) => link.split('.')[1])).size).toBeGreaterThanOrEqual(6)
})

test.for(links)('%s still opens as the same draft', ([, { link, snapshot }]) => {
  expect(decodeShare(link)).toMatchObject({ kind: 'snapshot', snapshot, ignored: [] })
  expect(decodeShare(encodeShare(snapshot))).toMatchObject({ kind: 'snapshot', snapshot })
})

/**
 * Digests of the dictionaries in published links, each over all its bases. Add the next one, and never change these.
 */
const published = {
  1: 'afb565902873cf65',
  2: '992c950c3d703043',
  3: 'ce65cd7d3986d2b9',
  4: '7a0d23dd2d56655c',
  5: '32a2285a77dec12a',
  6: 'da372afaab00f4bb',
  7: 'b9713751a2d9e264',
  8: '610d157dd47b885b',
  9: 'a22c23ab4e605388',
  10: '8c58dddfb66dcae1',
  11: 'ab72f39eb58a0978',
  12: '5714ad21d6b750a3',
}

test('each published dictionary is unchanged', () => {
  const digests = Object.keys(published).map((number) => {
    const hash = createHash('sha256')
    for (const name of baseNames) if (name.endsWith(`-${number}`)) hash.update(dictionaryOf(name) ?? '')
    return [number, hash.digest('hex').slice(0, 16)]
  })
  expect(Object.fromEntries(digests)).toEqual(published)
})
