import type { Diagnostic } from '../diagnostics/facts.ts'
import { sourced, type Sourced } from '../plan/template/sourced.ts'
import { isLibrary, type MetadataField } from '../read/metadata/metadata.ts'
import type { ChainElement } from '../resolve/chain.ts'
import type { Claim } from '../resolve/validate/claim.ts'
import { lintElement } from '../resolve/validate/lint.ts'

/** A field of an element as something that element contributes. */
export function contributed(element: ChainElement, index: number, name: 'env_config' | 'config'): Sourced | undefined {
  const field = element.metadata?.fields.get(name)
  if (!field || (field.value.kind === 'scalar' && field.value.value === null)) return undefined
  const known = index === 0 ? undefined : contributions.get(field)
  if (known?.by.kind === 'element' && known.by.index === index && known.by.item_id === element.item_id) return known
  const by = { kind: 'element', item_id: element.item_id, space: element.space, index } as const
  const node = sourced(field.value, by, element.path ?? '')
  if (index > 0) contributions.set(field, node)
  return node
}

/** A runtime contributes the same values to every tool above it. */
const contributions = new WeakMap<MetadataField, Sourced>()

/** R4.5: what can be said of an element alone; a built-in primitive has no file to speak of. */
export function lintOf({ claim, path, metadata }: ChainElement, index: number): readonly Diagnostic[] {
  // R1.7: a library is not linted; it says neither what runs it nor what it is.
  if (path === null || (metadata && isLibrary(metadata))) return []
  const known = index === 0 ? undefined : lints.get(claim)
  if (known) return known
  const findings = lintElement(claim, { path })
  if (index > 0) lints.set(claim, findings)
  return findings
}

/** A runtime is the same below every tool. */
const lints = new WeakMap<Claim, readonly Diagnostic[]>()
