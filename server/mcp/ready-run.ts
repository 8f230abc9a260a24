import { createHash } from 'node:crypto'
import type { ExecutionResult } from '#core/run'
import { visible } from '#core/text'
import { consentDigest } from '../engine/consent-digest.ts'
import { isProductBundle } from '../engine/product.ts'
import { withProjectPaths } from '../project/own-paths.ts'
import { requireTree, type Directory } from '../project/directory.ts'
import { FrozenTree } from '../project/frozen-tree.ts'
import type { ItemCall } from '../project/item.ts'
import { keepLockfiles, pins } from '../project/lock.ts'
import { accessLines } from '../project/program-access.ts'
import { openProject } from '../project/project.ts'
import {
  changesOf,
  plansOf,
  prepareRun,
  refusedResult,
  runPrepared,
  type PreparedRun,
} from '../project/run/prepared-run.ts'
import { changingFindings, keyLines, limitLines, planLines, reachLines } from '../project/run/run-consent.ts'
import { staleLock, type ReadyLock } from './ready-lock.ts'
import { optionsFor, spaceFolders, type AgentSettings } from './agent-settings.ts'

/** A call that can run after the user's approval. */
export interface ReadyRun {
  readonly kind: 'ready'
  /** The digest of the command, its environment, and every file that the run finds. */
  readonly digest: string
  /** All actions of the run, as the user sees them. */
  readonly shown: readonly string[]
  /** Whether a graph reaches commands that are unknown before the walk. */
  readonly fillsIn: boolean
  /** For a graph, the items that its nodes call, if they are known in advance. */
  readonly calls: readonly string[]
  /** Every file that was read for the run, as its path on disk and the digest of its content. */
  readonly read: readonly (readonly [disk: string, digest: string])[]
  /** The command that the user types to run it. */
  readonly commandLine: string
  /** Run the call. `mayFillIn` returns whether an item may run commands that are known only during the walk. */
  run(signal: AbortSignal, mayFillIn: (item_id: string) => boolean): Promise<FinishedRun>
}

/** The result of a run, and its file changes. */
export interface FinishedRun {
  readonly result: ExecutionResult
  readonly pinned: readonly string[]
  /** The reasons why some new chains were not pinned. */
  readonly not_pinned: readonly string[]
  readonly changed: readonly string[]
}

/** A refused call, with its result (R14.2). */
export interface RefusedRun {
  readonly kind: 'refused'
  readonly result: Promise<ExecutionResult>
  /** The stale lockfile, if it is the only reason for the refusal. */
  readonly stale: ReadyLock | undefined
}

/** Prepare a call for approval. The prepared call does not change afterwards, even if the disk does. */
export function readyRun(
  project: string,
  { item_id, parameters, lock }: ItemCall & { readonly lock?: boolean | undefined },
  settings: AgentSettings,
): ReadyRun | RefusedRun {
  const { limits } = settings
  const frozen: FrozenTree[] = []
  const { directory } = openProject({
    ...optionsFor(project, settings),
    files(below) {
      const tree = new FrozenTree(below)
      frozen.push(tree)
      return tree
    },
  })
  requireTree(directory)
  const prepared = prepareRun(directory, { item_id, parameters, limits })
  if ('refused' in prepared) {
    const stale = staleLock(prepared.refused, directory, { item_id, parameters }, settings)
    return { kind: 'refused', result: refusedResult(prepared.refused), stale }
  }
  const { call, files, reach } = prepared
  const writesLock = pins(directory, lock)
  const further = [...furtherLines(prepared), ...lockLines(prepared, writesLock)]
  const consent = consentDigest(call.plan, files, reach && { reach, begins: null })
  return {
    kind: 'ready',
    digest: sha256(JSON.stringify({ project, item_id, parameters, further, consent })),
    shown: [...(reach ? reachLines(reach) : planLines(call.plan)), ...further],
    fillsIn: reach !== null && (reach.cut || reach.commands.some(({ open }) => open.length > 0)),
    calls: reach ? reach.commands.map((command) => withoutKind(command.item_id)) : [],
    read: readOf(directory, [
      ...frozen.flatMap((tree) => tree.contents()),
      ...files.map(({ path, bytes }) => [path, bytes] as const),
    ]),
    commandLine: settings.lines.run(project, item_id, parameters),
    run: (signal, mayFillIn) => runAndKeep(prepared, signal, mayFillIn, writesLock, settings),
  }
}

/** Graphs name an item with its kind: `tool:demo/greet`. */
function withoutKind(item_id: string): string {
  return item_id.replace(/^tool:/, '')
}

/**
 * Lines for the approval: the time limit of a run, and the parts of this machine outside the project that the run can
 * read.
 */
function furtherLines(prepared: PreparedRun): readonly string[] {
  const spaces = spaceFolders(prepared.directory).filter((folder) => !isProductBundle(folder))
  const plans = plansOf(prepared)
  return [
    ...limitLines(plans, prepared.limits),
    ...spaces.map((folder) => `  The run can also read the files in ${visible(folder)}/.ai.`),
    ...keyLines(prepared).map((line) => `  ${line}`),
    ...accessLines(plans, prepared.directory).map((line) => `  ${line}`),
    ...changingFindings(prepared).map(({ message }) => `  ${visible(withProjectPaths(message))}`),
  ]
}

/** The lockfiles that a success writes (R11.3). */
function lockLines({ call, reach, directory }: PreparedRun, writesLock: boolean): readonly string[] {
  const path = call.lockfile.would_write
  if (!writesLock) return []
  return [
    ...(path === null ? [] : [`  A successful run writes the lockfile ${visible(directory.shown(path))}.`]),
    ...(reach === null
      ? []
      : ['  A successful run also writes a lockfile for each item that the graph calls, if it has none.']),
  ]
}

/**
 * The files that were read, by path, with the digests of their bytes. A file that changed meanwhile has several
 * digests.
 */
function readOf(
  { onDisk }: Directory,
  contents: readonly (readonly [path: string, bytes: Uint8Array | string])[],
): readonly (readonly [disk: string, digest: string])[] {
  return contents.flatMap(([path, bytes]) => {
    const disk = onDisk(path)
    return disk === undefined ? [] : [[disk, sha256(bytes)] as const]
  })
}

/** Runs a prepared call in the sandbox of the agents with `runPrepared`, and writes its lockfiles. */
async function runAndKeep(
  prepared: PreparedRun,
  signal: AbortSignal,
  mayFillIn: (item_id: string) => boolean,
  writesLock: boolean,
  settings: AgentSettings,
): Promise<FinishedRun> {
  const { reach, directory } = prepared
  const shown = new Set(reach?.commands.flatMap(({ open, plan }) => (plan && open.length === 0 ? [plan.digest] : [])))
  const result = await runPrepared(prepared, {
    sandbox: await settings.sandbox(),
    http: settings.http,
    signal,
    now: () => settings.machine.now(),
    trace: () => undefined,
    output: () => undefined,
    event: () => undefined,
    observe: () => undefined,
    refusal: ({ digest }, { item_id }) =>
      Promise.resolve(
        shown.has(digest) || mayFillIn(withoutKind(item_id))
          ? null
          : `Some values for ${item_id} are only known during the walk, and no approval covers them.`,
      ),
  })
  const changed = changesOf(result).map(({ path }) => path)
  const { pinned, troubles } = keepLockfiles(result, directory, writesLock)
  return { result, pinned, not_pinned: troubles, changed }
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
