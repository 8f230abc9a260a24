import { existsSync, readFileSync } from 'node:fs'
import type { DialectName } from '#core/rules'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
import { dirname, join, plain } from '../disk-paths.ts'

/** The name of the package. */
export const productName = 'rye-chain-playground'

const product = findProduct(plain(import.meta.dirname))

/** The product's folder: the nearest parent folder with its package.json, in the sources and in the package. */
export const productRoot = product.folder

/** The version of the product. */
export const productVersion = product.version

/** The bundle of a dialect, and the folder of its files. */
export function bundleOnDisk(dialect: DialectName): Snapshot['bundle'] & { readonly folder: string } {
  const { id, version } = bundleOfDialect[dialect]
  return { id, version, folder: join(productRoot, 'core/bundles', id, version) }
}

const bundles = join(productRoot, 'core/bundles/')

/** Whether a folder on disk is a product bundle, which is the same for all users. */
export function isProductBundle(folder: string): boolean {
  return folder.startsWith(bundles)
}

function findProduct(folder: string): { readonly folder: string; readonly version: string } {
  const { name, version } = readPackage(folder)
  if (name === productName || dirname(folder) === folder) return { folder, version: String(version) }
  return findProduct(dirname(folder))
}

function readPackage(folder: string): { readonly name?: unknown; readonly version?: unknown } {
  const path = join(folder, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {}
}
