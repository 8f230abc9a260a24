import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleOfDialect, type DialectName, type Snapshot } from '#core'

/** The folder of the product: the nearest one above this file that has its package.json, built or not. */
export const productRoot = findRoot(import.meta.dirname)

/** The version of the product. */
export const productVersion = String(readPackage(productRoot)['version'])

/** The bundle of a dialect, and where its files lie on the disk. */
export function bundleOnDisk(dialect: DialectName): Snapshot['bundle'] & { readonly folder: string } {
  const { id, version } = bundleOfDialect[dialect]
  return { id, version, folder: join(productRoot, 'core/bundles', id, version) }
}

const bundles = join(productRoot, 'core/bundles/')

/** Whether a folder of the disk is a bundle that comes with the product: the same for everybody. */
export function isProductBundle(folder: string): boolean {
  return folder.startsWith(bundles)
}

function findRoot(from: string): string {
  const isHere = existsSync(join(from, 'package.json')) && readPackage(from)['name'] === 'rye-chain-playground'
  if (isHere || dirname(from) === from) return from
  return findRoot(dirname(from))
}

function readPackage(folder: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>
}
