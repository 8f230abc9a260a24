import type { Diagnostic } from '../diagnostics/facts.ts'
import type { EnvContributor } from '../plan/env/contributor.ts'
import { sourced, type Sourced } from '../plan/template/sourced.ts'
import { laterFinding } from '../read/metadata/later.ts'
import { itemKind } from '../read/metadata/metadata.ts'
import { isDict, isTruthy } from '../read/value/value.ts'
import { elementValue, type ChainElement } from '../resolve/chain.ts'
import { checkPair, type CheckedPair } from '../resolve/validate/chain.ts'
import { lintElement } from '../resolve/validate/lint.ts'
import type { Space } from '../rules/space.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** One position of a chain with its element's contributions to a run, each computed on first use. */
export class SharedElement implements EnvContributor {
  readonly item_id: string
  readonly space: Space
  readonly shared: boolean
  readonly #index: number
  readonly #element: ChainElement
  #config: Sourced | null | undefined
  #envConfig: Sourced | null | undefined
  #findings: readonly Diagnostic[] | undefined
  #pair: { readonly parent: SharedElement; readonly checked: CheckedPair } | undefined

  constructor(element: ChainElement, index: number) {
    this.item_id = element.item_id
    this.space = element.space
    this.shared = element.shared
    this.#index = index
    this.#element = element
  }

  get config(): Sourced | undefined {
    return (this.#config ??= this.#field('config')) ?? undefined
  }

  get env_config(): Sourced | undefined {
    return (this.#envConfig ??= this.#field('env_config')) ?? undefined
  }

  get interprets(): boolean {
    const config = elementValue(this.#element, 'env_config')
    return isDict(config) && isTruthy(config.get('interpreter'))
  }

  get properties(): readonly string[] {
    const schema = elementValue(this.#element, 'config_schema')
    const properties = isDict(schema) ? schema.get('properties') : undefined
    return isDict(properties) ? [...properties.keys()].filter((name) => typeof name === 'string') : []
  }

  /** R4.5: the findings about the element alone. A built-in primitive has none, because it has no file. */
  get findings(): readonly Diagnostic[] {
    const { claim, path, metadata } = this.#element
    // R1.7, R1.9: a library declares neither an executor nor a type, and a file from a later release is not read.
    const lints = path !== null && !(metadata && (itemKind(metadata) === 'library' || laterFinding(metadata)))
    return (this.#findings ??= lints ? lintElement(claim, { path }) : [])
  }

  /** R4: the result of the pair rules for this element and its executor. */
  pairWith(parent: SharedElement): CheckedPair {
    if (this.#pair?.parent !== parent)
      this.#pair = { parent, checked: checkPair(this.#element.claim, parent.#element.claim) }
    return this.#pair.checked
  }

  #field(name: 'env_config' | 'config'): Sourced | null {
    const { item_id, space, metadata, path } = this.#element
    const field = metadata?.fields.get(name)
    if (!field || (field.value.kind === 'scalar' && field.value.value === null)) return null
    return sourced(field.value, { kind: 'element', item_id, space, index: this.#index }, path ?? '')
  }
}

/**
 * The positions of a chain. Shared elements are cached, because a runtime contributes the same to every tool above it.
 */
export function shareElements(workspace: Workspace, elements: readonly ChainElement[]): readonly SharedElement[] {
  return elements.map((element, index) => {
    if (!element.shared) return new SharedElement(element, index)
    const places = workspace.remember(element, workspace.figures.element, noPlaces)
    return (places[index] ??= new SharedElement(element, index))
  })
}

const noPlaces = (): SharedElement[] => []
