import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
