import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { DiagnosticEntry, PlacedRange } from '../answer/analysis.ts'
import { WorkspaceChecker, type ItemCheck } from '../answer/check.ts'
import { editedText } from '../answer/fixes/fix.ts'
import { Placer } from '../answer/placer.ts'
import { laterFinding } from '../read/metadata/later.ts'
import { fieldValue } from '../read/metadata/metadata.ts'
import { readMetadata } from '../read/metadata/read.ts'
import { isSystem } from '../rules/space.ts'
import type { DialectName } from '../rules/dialect.ts'
import { Workspace } from '../workspace/workspace.ts'
import type { Edit } from './migrate-parameters.ts'
import { stepsOf, type MigrationStep } from './migrate-file.ts'
import { OverlayTree } from './overlay-tree.ts'

/** A change to an item's file, with its place. */
interface PlacedStep extends Pick<MigrationStep, 'part' | 'what'> {
  readonly at: PlacedRange | null
  /** `edit` if the migration writes it; `by-hand` if only the author can make the change. */
  readonly kind: 'edit' | 'by-hand'
}

/** An item of the project in the other dialect. */
export interface MigratedItem {
  readonly item_id: string
  readonly path: string
  readonly steps: readonly PlacedStep[]
  /** Whether the item can run: in the current dialect, and with all edits in the other dialect. */
  readonly ready: { readonly before: boolean; readonly after: boolean }
  /** The errors that remain with all edits. */
  readonly problems: readonly DiagnosticEntry[]
}

/** The move of a project to another dialect, checked with all edits. */
export interface Migration {
  readonly from: DialectName
  readonly to: DialectName
  readonly items: readonly MigratedItem[]
  /** The edits of all files. */
  readonly edits: readonly Edit[]
}

/**
 * The changes that a project's tools need for another dialect (section 0). `from` and `to` are the same project, each
 * with the system space of its dialect. The edits are made in memory, and the project is checked again with them.
 */
export function migrate(from: Workspace, to: Workspace, wanted: (item_id: string) => boolean = () => true): Migration {
  const before = checkOf(from)
  const all = before.checks.filter((item) => isWanted(item, wanted))
  const steps = new Map(all.map((item) => [item.item_id, fileSteps(from, to, item)] as const))
  const edited = all.flatMap((item) => editedFile(from, to, item, steps.get(item.item_id) ?? []))
  const texts = new Map(edited.map(({ path, text }) => [path, text] as const))
  const tree = new OverlayTree(to.files)
  tree.set({ files: new Map([...texts].map(([path, text]) => [path, utf8ToBytes(text)])), hidden: [] })
  const after = checkOf(new Workspace(to.settings, tree, to.host))
  const later = new Map(after.checks.map((item) => [item.path, item] as const))
  const placer = new Placer(from)
  const items = all.map((item): MigratedItem => {
    const { item_id, path } = item
    const moved = later.get(path)
    const placed = (steps.get(item_id) ?? []).map(({ part, what, at, edits }): PlacedStep => {
      const kind = edits.length > 0 && texts.has(path) ? 'edit' : 'by-hand'
      return { part, what, at: placer.range(at), kind }
    })
    const problems = moved ? after.checker.ownEntries(moved).filter(({ severity }) => severity === 'error') : []
    return { item_id, path, steps: placed, ready: { before: item.ready, after: moved?.ready === true }, problems }
  })
  return { from: from.dialect.name, to: to.dialect.name, items, edits: edited.flatMap(({ edits }) => edits) }
}

function checkOf(workspace: Workspace): { readonly checker: WorkspaceChecker; readonly checks: readonly ItemCheck[] } {
  const checker = new WorkspaceChecker(workspace, {}, { digests: false })
  return { checker, checks: checker.checkAll() }
}

function isWanted({ item_id, space, kind }: ItemCheck, wanted: (item_id: string) => boolean): boolean {
  return !isSystem(space) && space === 'project' && kind === 'tool' && wanted(item_id)
}

function fileSteps(from: Workspace, to: Workspace, { path, space }: ItemCheck): readonly MigrationStep[] {
  const [metadata, text] = [from.metadata(path), from.file(path)?.text]
  if (!metadata || text === undefined || laterFinding(metadata)) return []
  return stepsOf({ from, to, path, space, metadata, text })
}

interface EditedFile {
  readonly path: string
  readonly text: string
  readonly edits: readonly Edit[]
}

/** The text of a file with its edits, if the file still has its metadata in the other dialect. */
function editedFile(
  from: Workspace,
  to: Workspace,
  { path }: ItemCheck,
  steps: readonly MigrationStep[],
): readonly EditedFile[] {
  const edits = steps.flatMap((step) => step.edits)
  const [old, text] = [from.metadata(path), from.file(path)?.text]
  if (edits.length === 0 || !old || text === undefined) return []
  const changed = editedText(text, edits)
  const read = readMetadata(path, changed, to.dialect, to.host.parts)
  const keeps = [...old.fields.keys()].every((name) => fieldValue(read, name) !== undefined)
  return keeps ? [{ path, text: changed, edits }] : []
}
