import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleTexts, loadBundle } from './bundles.ts'

const root = join(import.meta.dirname, '../../core/bundles')
const onDisk = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: id }) => readdirSync(join(root, id)).map((version) => ({ id, version })))

describe('the bundles of the page', () => {
  test('are those of the product', () => {
    expect(Object.keys(bundleTexts).sort()).toEqual(onDisk.map(({ id, version }) => `${id}/${version}`).sort())
  })

  test.for(onDisk)('$id $version contains every file under .ai', async (name) => {
    const folder = join(root, name.id, name.version)
    const files = readdirSync(join(folder, '.ai'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/system/${name.id}/${relative(folder, join(entry.parentPath, entry.name))}`)
    expect([...(await loadBundle(name)).keys()]).toEqual(files.sort())
  })

  test('an unknown bundle is empty', async () => {
    expect(await loadBundle({ id: 'ryeos-core', version: '9.9.9' })).toEqual(new Map())
    expect(await loadBundle({ id: '__proto__', version: 'constructor' })).toEqual(new Map())
  })
})
