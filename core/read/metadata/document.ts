import type { Dialect } from '../../rules/dialect.ts'
import { extensionOf } from '../../text/path.ts'
import type { Parts } from '../../parts.ts'
import type { Located } from '../located.ts'
import type { PythonModule } from '../python/module.ts'
import { parsePython } from '../python/parse.ts'
import { universalNewlines } from '../../text/source.ts'
import { readYaml } from '../yaml/read.ts'

/** All top-level values of a Python or YAML file, not only its metadata fields. Other files have no values here. */
export type FileDocument =
  | { readonly kind: 'python'; readonly module: PythonModule }
  | { readonly kind: 'python-syntax-error' }
  | { readonly kind: 'yaml'; readonly document: Located | null }
  | { readonly kind: 'yaml-invalid' }
  | { readonly kind: 'javascript' }
  /** An engine part that the file needs is still loading. */
  | { readonly kind: 'lacking' }
  | { readonly kind: 'none' }

/** Parses a whole file in the format that a dialect assigns to its extension (corpus README, `parsed`). */
export function parseForDocument(path: string, text: string, dialect: Dialect, parts: Parts): FileDocument {
  const source = universalNewlines(text)
  switch (dialect.formats.get(extensionOf(path))) {
    case 'python': {
      const parse = parsePython(source, parts)
      if (parse.kind === 'lacking') return { kind: 'lacking' }
      return parse.kind === 'parsed' ? { kind: 'python', module: parse.module } : { kind: 'python-syntax-error' }
    }
    case 'yaml': {
      const reading = readYaml(path, source)
      return reading.kind === 'document' ? { kind: 'yaml', document: reading.document } : { kind: 'yaml-invalid' }
    }
    case 'javascript':
      return { kind: 'javascript' }
    case 'shell':
    case undefined:
      return { kind: 'none' }
  }
}
