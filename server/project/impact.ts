import { existsSync } from 'node:fs'
import { WorkspaceChecker } from '#core/answer'
import { similarIds, UseIndex, WhatIf, type Hypothesis, type Impact, type Users, type UseTarget } from '#core/impact'
import { listItems } from '#core/resolve'
import type { DialectName } from '#core/rules'
import { visible } from '#core/text'
import { resolve } from '../disk-paths.ts'
import { openDirectory, type Directory } from './directory.ts'
import { withUser, type ProjectOptions } from './options.ts'
import { ReportedError } from './reported-error.ts'

/** The items that use a target, and the target that the user's word names. */
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
  const item_id = workspace.formOf(word)
  const isItem = items.some((item) => item.item_id === item_id) || index.counts(items).has(item_id)
  const target: UseTarget | undefined = isItem
    ? { kind: 'item', item_id }
    : (fileNamed(word, directory) ?? variableNamed(word))
  if (!target) throw unknownTarget(word, directory)
  return { target, ...index.of(items, target) }
}

/**
 * The file that a word names: an existing file of the workspace by its path on disk, or any absolute path as a
 * workspace path; undefined for other words.
 */
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
  return new ReportedError(
    'usage',
    `${visible(word)} is not an item, a file or a variable of this project.${similarIds(word, listItems(workspace))}`,
    ' Write a variable as $NAME.',
  )
}

/** The effects of a change that can be made. */
type PossibleImpact = Extract<Impact, { kind: 'possible' }>

/**
 * Another environment of the same project: a dialect with its system space, a user space, a world file, or a variable.
 */
export type OtherWorld =
  | { readonly kind: 'dialect'; readonly dialect: DialectName }
  /** The folder that contains `.ai`, or null for no user space. */
  | { readonly kind: 'user'; readonly user: string | null }
  | { readonly kind: 'world'; readonly file: string }
  /** `NAME=VALUE` for a variable of the machine. */
  | { readonly kind: 'variable'; readonly variable: string }

/** The effects of a change, and a function that shows the paths of their places. */
export interface ShownImpact extends PossibleImpact {
  readonly shown: Directory['shown']
}

/**
 * The effects of a change that is made only in memory: every item whose answer differs, with the first difference.
 * @throws ReportedError for an impossible change, and for another world that cannot be opened.
 */
export function impact(directory: Directory, options: ProjectOptions, change: Hypothesis | OtherWorld): ShownImpact {
  const { settings, files, host } = directory.workspace
  const whatIf = new WhatIf(settings, files, host)
  if (isOtherWorld(change)) {
    const other = openDirectory(optionsIn(change, options))
    const shown = (path: string): string => (other.onDisk(path) === undefined ? directory : other).shown(path)
    return { ...whatIf.against(other.workspace), shown }
  }
  const found = whatIf.impact(change)
  if (found.kind === 'impossible') throw new ReportedError('usage', found.because)
  return { ...found, shown: directory.shown }
}

function isOtherWorld(change: Hypothesis | OtherWorld): change is OtherWorld {
  const { kind } = change
  return kind === 'dialect' || kind === 'user' || kind === 'world' || kind === 'variable'
}

function optionsIn(change: OtherWorld, options: ProjectOptions): ProjectOptions {
  switch (change.kind) {
    case 'dialect':
      return { ...options, dialect: change.dialect }
    case 'user':
      return withUser(options, change.user)
    case 'world':
      return { ...options, worldFile: change.file }
    case 'variable':
      return { ...options, env: [...(options.env ?? []), change.variable] }
  }
}
