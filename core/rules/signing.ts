import { extensionOf } from '../text/path.ts'

/**
 * The kinds of signed files. The kind determines the extensions that can be signed, and the place of the signature
 * (R10.1).
 */
export type SignedKind = 'tool' | 'config' | 'key'

/** The signature syntax in a kind of file. */
export interface SignatureFormat {
  readonly prefix: '#' | '//'
  /** Whether a signature follows the shebang line, if present. */
  readonly afterShebang: boolean
}

const hashSign: SignatureFormat = { prefix: '#', afterShebang: true }
const slashes: SignatureFormat = { prefix: '//', afterShebang: true }
const configFormat: SignatureFormat = { prefix: '#', afterShebang: false }

const toolFormats: ReadonlyMap<string, SignatureFormat> = new Map([
  ...['.py', '.yaml', '.yml', '.json', '.sh', '.toml'].map((extension) => [extension, hashSign] as const),
  ...['.js', '.ts', '.mjs', '.cjs'].map((extension) => [extension, slashes] as const),
])
const configExtensions: ReadonlySet<string> = new Set(['.yaml', '.yml', '.toml'])

/** The format for a path and kind; undefined if files with this extension cannot be signed (R10.1). */
export function signatureFormat(path: string, kind: SignedKind): SignatureFormat | undefined {
  if (kind === 'key') return hashSign
  const extension = extensionOf(path).toLowerCase()
  if (kind === 'tool') return toolFormats.get(extension)
  return configExtensions.has(extension) ? configFormat : undefined
}

/** Extensions without comments: R10.1 defines a prefix for JSON, but a signature line would break the file. */
const withoutComments: ReadonlySet<string> = new Set(['.json'])

/** Whether a signature line can be written into a file. In some files, a signature can only be read (R10.1). */
export function takesSignature(path: string, kind: SignedKind): boolean {
  return signatureFormat(path, kind) !== undefined && !withoutComments.has(extensionOf(path).toLowerCase())
}

/** The kind of a signed file, by its folder in the space; undefined if files of the folder are not signed (R10.1). */
export function signedKindOf(path: string): SignedKind | undefined {
  const [, folder, rest = ''] = /^.*?\/\.ai\/(tools|config)\/(.+)$/s.exec(path) ?? []
  if (folder === undefined) return undefined
  if (folder === 'tools') return 'tool'
  if (rest.startsWith('keys/')) return rest.startsWith('keys/trusted/') ? 'key' : undefined
  return 'config'
}
