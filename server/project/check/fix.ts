import { editsOf, explainFixes, type Change, type Fix } from '#core/answer'
import { severity, type DiagnosticCode } from '#core/diagnostics'
import { readSignature } from '#core/read'
import { signedKindOf } from '#core/rules'
import type { Workspace } from '#core/workspace'
import { nodeHost } from '../../engine/node-host.ts'
import { writeWhole } from '../write-whole.ts'
import { readFound } from '../whole-file.ts'
import { ownPlaces, type Directory } from '../directory.ts'
import type { OpenFiles } from '../open-files.ts'
import { writingTrouble } from '../reported-error.ts'
import { changedText } from '../line-ends.ts'
import type { ProjectReport } from '#core/expect'

/** A fix that was applied to an item, or that the disk refused for the reason in `because`. */
interface TriedFix {
  readonly item_id: string
  readonly title: string
  readonly because?: string
}

/** The fixes that a check applied or tried. */
export interface Fixing {
  /** The fixes in order of application. A fix with `because` failed for at least one of its files. */
  readonly fixes: readonly TriedFix[]
  /** Files that lost their signature because of a fix, by their paths in the workspace. */
  readonly unsigned: readonly string[]
}

/** Maximum number of successive changes to one item. Findings that still remain are reported. */
const mostFixes = 20

/**
 * Apply fixes to the items of a report in place. A fix is applied only if it is verified and is the only such fix for
 * its finding; the user chooses between several fixes. Only text files of the project are edited, and no file
 * is created, moved or deleted. If the disk refuses a fix, the others are still applied. With `preview`, the new
 * content is set in this layer of the directory, and no file is written.
 */
export function applyFixes({ items }: ProjectReport, directory: Directory, preview?: OpenFiles): Fixing {
  const { workspace } = directory
  const placeOf = ownPlaces(directory)
  const unsigned = new Set<string>()
  const fixes: TriedFix[] = []
  for (const { item, problems } of items) {
    if (problems.every(({ severity: one }) => one === 'hint')) continue
    for (let round = 0; round < mostFixes; round++) {
      const fix = onlyFix(workspace, explainFixes(workspace, { item_id: item.item_id, parameters: '{}' }))
      if (!fix) break
      const texts = textsOf(fix.edits, workspace, placeOf, preview)
      if (!texts) {
        workspace.refresh()
        continue
      }
      const trouble = written(texts, directory, unsigned, preview)
      workspace.refresh()
      const tried = { item_id: item.item_id, title: fix.title }
      fixes.push(trouble === undefined ? tried : { ...tried, because: trouble })
      if (trouble !== undefined) break
    }
  }
  return { fixes, unsigned: [...unsigned] }
}

/**
 * Write the files of a fix, and record those that lose their signature. Returns undefined, or the first file that could
 * not be written, with the reason.
 */
function written(
  texts: readonly FixedText[],
  { workspace, shown }: Directory,
  unsigned: Set<string>,
  preview: OpenFiles | undefined,
): string | undefined {
  for (const { path, disk, text } of texts) {
    const wasSigned = isSigned(workspace, path)
    try {
      if (preview) preview.set(path, text)
      else writeWhole(disk, text, { as: 'replace' })
    } catch (error) {
      return `${shown(path)} was not written: ${writingTrouble(error)}`
    }
    if (wasSigned) unsigned.add(path)
  }
  return undefined
}

/** A file of a fix, with its new content. */
interface FixedText {
  readonly path: string
  readonly disk: string
  readonly text: string
}

/**
 * The new content of each file that a fix changes. Undefined if a file was saved after the fix was verified, because
 * the fix applies to the old text.
 */
export function textsOf(
  edits: readonly Edit[],
  workspace: Workspace,
  placeOf: (path: string) => string,
  preview?: OpenFiles,
): readonly FixedText[] | undefined {
  const texts = [...new Set(edits.map(({ path }) => path))].map((path) => {
    const disk = placeOf(path)
    const bytes = Buffer.from(preview?.read(path)?.bytes ?? readFound(disk))
    const isTried = workspace.file(path)?.hash === nodeHost.sha256(bytes)
    return isTried ? { path, disk, text: changedText(bytes.toString('utf8'), editsOf(edits, path)) } : undefined
  })
  return texts.every((one) => one !== undefined) ? texts : undefined
}

/**
 * Findings that have no safe fix. An unreachable node can be superfluous or lack an edge, and a loop can end in several
 * ways.
 */
const choices: ReadonlySet<DiagnosticCode> = new Set([
  'chain-cycle',
  'graph-node-unreachable',
  'graph-action-forbidden',
  'graph-incomplete',
])

type Edit = Extract<Change, { kind: 'edit' }>

/** The first verified fix that only edits text and is the only such fix for its finding; undefined if there is none. */
function onlyFix(
  workspace: Workspace,
  fixes: readonly Fix[],
): { readonly title: string; readonly edits: readonly Edit[] } | undefined {
  const candidates = fixes.flatMap(({ title, code, at, state, changes }) => {
    const edits = changes.filter((change) => change.kind === 'edit')
    const isSafe = edits.length === changes.length && edits.every(({ path }) => isOwn(workspace, path))
    return state === 'verified' && isSafe && severity[code] !== 'hint' && !choices.has(code)
      ? [{ title, finding: JSON.stringify([code, at]), edits }]
      : []
  })
  return candidates.find(({ finding }) => candidates.filter((other) => other.finding === finding).length === 1)
}

/** Whether a path is a regular file of the project and not a symlink. */
export function isOwn(workspace: Workspace, path: string): boolean {
  return path.startsWith('/project/') && workspace.files.real(path) === path
}

/** Whether a file has a signature line. */
export function isSigned(workspace: Workspace, path: string): boolean {
  const text = workspace.file(path)?.text
  return text !== undefined && readSignature(text, path, signedKindOf(path) ?? 'tool')?.state === 'signed'
}
