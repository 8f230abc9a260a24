import { purePorts } from '../input/host.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

/** Pseudo-random choices: the same seed gives the same choices. */
export class Dice {
  readonly #seed: string
  #thrown = 0

  constructor(seed: string) {
    this.#seed = seed
  }

  /** A whole number from 0 to `below - 1`. */
  number(below: number): number {
    return parseInt(purePorts.sha256(`${this.#seed} ${this.#thrown++}`).slice(0, 8), 16) % below
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.number(list.length)] ?? list[0]
  }

  isHeads(): boolean {
    return this.number(2) === 0
  }
}

const areas = ['demo', 'team', 'data', 'web', 'docs', 'media', 'shop', 'city'] as const
const verbs = ['backup', 'report', 'resize', 'convert', 'publish', 'archive', 'import', 'export', 'lint'] as const
const things = ['page', 'image', 'letter', 'table', 'log', 'order', 'photo', 'invoice', 'note', 'map'] as const
const runners = ['python', 'shell', 'runner', 'script', 'starter'] as const
export const cities = ['Oslo', 'Lima', 'Cairo', 'Quito', 'Dublin', 'Hanoi', 'Accra', 'Turin', 'Perth', 'Kyoto'] as const
export const variables = ['PLACE', 'TARGET', 'MODE', 'TEAM', 'LEVEL', 'REGION'] as const

/** The names of a generated workspace. */
export interface Names {
  readonly tool: string
  readonly runtime: string
}

export function namesOf(dice: Dice): Names {
  const area = dice.pick(areas)
  return { tool: `${area}/${dice.pick(verbs)}-${dice.pick(things)}`, runtime: `${area}/${dice.pick(runners)}` }
}

export type OwnSpace = 'project' | 'user'

/** The path of an item in a space. */
export function pathOf(space: OwnSpace, id: string): string {
  return `/${space}/.ai/tools/${id}.yaml`
}

export const primitive = 'rye/core/primitives/execute'

/** An item as YAML. `lines`: more top-level lines. */
export function itemText(type: string, executor: string, lines: readonly string[] = []): string {
  return [`version: "1.0.0"`, `tool_type: ${type}`, `executor_id: ${executor}`, ...lines, ''].join('\n')
}

/** A small draft in the lillux dialect. */
export function smallDraft(
  itemId: string,
  files: Snapshot['files'],
  more: Partial<Pick<Snapshot, 'search' | 'parameters'>> = {},
): Snapshot {
  return {
    ...{ format: 1, name: itemId, dialect: 'lillux', search: 'scoped', dev_mode: true },
    ...{ bundle: bundleOfDialect.lillux, item_id: itemId, parameters: '{}', files },
    ...more,
  }
}
