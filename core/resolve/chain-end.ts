import type { Diagnostic } from '../diagnostics/facts.ts'
import { isBroken, itemKind, type Metadata } from '../read/metadata/metadata.ts'
import { foreignId } from '../rules/counterparts.ts'
import { primitiveOf } from '../rules/dialect.ts'
import type { PrimitiveKind } from '../rules/primitives.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { ChainElement } from './chain.ts'

/** R3.3: the primitive that ends a chain, or the finding that its last element is not a primitive. */
export function primitiveAtEnd(workspace: Workspace, elements: readonly ChainElement[]): PrimitiveKind | Diagnostic {
  const last = elements.at(-1)
  const { dialect } = workspace
  const kind = last && primitiveOf(dialect, last.item_id)
  if (kind) return kind
  const because = last?.metadata ? reasonIn(last.metadata) : 'no-file'
  const at = last?.path ? { path: last.path, start: 0, end: 0 } : null
  const item_id = last?.item_id ?? ''
  const foreign = foreignId(dialect, item_id)
  return { code: 'chain-not-primitive', item_id, because, dialect: dialect.name, ...(foreign && { foreign }), at }
}

/** The reason why a file does not end a chain. */
function reasonIn(metadata: Metadata): string {
  const kind = itemKind(metadata)
  if (kind !== 'tool') return kind
  if (isBroken(metadata)) return 'broken'
  if (metadata.format === null) return 'no-metadata'
  return metadata.fields.size === 0 ? 'no-fields' : 'unknown-id'
}
