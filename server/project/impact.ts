import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { WorkspaceChecker } from '#core/answer'
import { UseIndex, WhatIf, type Hypothesis, type Impact, type Users, type UseTarget } from '#core/impact'
import { listItems } from '#core/resolve'
import { nearest, visible } from '#core/text'
import type { Directory } from './directory.ts'
import { ReportedError } from './reported-error.ts'

/** The items that use a target, and the target as the project contains it. */
export interface FoundUses extends Users {
  readonly target: UseTarget
}

/**
 * Find every item that uses an item, a file or a variable, directly or through its chain.
 * @throws ReportedError for a word that names none of these.
 */
export function uses(directory: Directory, word: string): FoundUses {
  const { workspace } = directory
  const index = new UseIndex(workspace)
  const items = new WorkspaceChecker(workspace, {}, { digests: false, resolved: index.note }).checkAll()
  const isItem = items.some(({ item_id }) => item_id === word) || index.counts(items).has(word)
  const target: UseTarget | undefined = isItem
    ? { kind: 'item', item_id: word }
    : (fileNamed(word, directory) ?? variableNamed(word))
  if (!target) throw unknownTarget(word, directory)
  return { target, ...index.of(items, target) }
}

/** A file of the project, as a path on disk or in the workspace. */
function fileNamed(word: string, { inside, machine }: Directory): UseTarget | undefined {
  const disk = resolve(machine.cwd, word)
  const own = existsSync(disk) ? inside(disk) : undefined
  const path = own ?? (word.startsWith('/') ? word : undefined)
  return path === undefined ? undefined : { kind: 'file', path }
}

function variableNamed(word: string): UseTarget | undefined {
  const name = /^\$?\{?([A-Z_][A-Z0-9_]*)\}?$/.exec(word)?.[1]
  return name === undefined ? undefined : { kind: 'variable', name }
}

function unknownTarget(word: string, { workspace }: Directory): ReportedError {
  const ids = listItems(workspace).map(({ item_id }) => item_id)
  const near = nearest(word, ids)
  const guess = near.length === 0 ? '' : ` Similar IDs: ${near.map(visible).join(', ')}.`
  return new ReportedError(
    'usage',
    `${visible(word)} is not an item, a file or a variable of this project.${guess}`,
    ' Write a variable as $NAME.',
  )
}

/** The effects of a change that can be made. */
export type PossibleImpact = Extract<Impact, { kind: 'possible' }>

/**
 * The effects of a change that is made only in memory: every item whose answer differs, with the first difference.
 * @throws ReportedError for an impossible change.
 */
export function impact({ workspace }: Directory, change: Hypothesis): PossibleImpact {
  const { settings, files, host } = workspace
  const found = new WhatIf(settings, files, host).impact(change)
  if (found.kind === 'impossible') throw new ReportedError('usage', found.because)
  return found
}
