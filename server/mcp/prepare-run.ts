import { createHash } from 'node:crypto'
import { commandLine, visible } from '#core/text'
import { consentDigest } from '../engine/consent.ts'
import { isProductBundle } from '../engine/product.ts'
import type { Desk, RanCall } from './desk.ts'
import type { Directory } from '../cli/directory.ts'
import { paintFor } from '../cli/paint.ts'
import { accessLines } from '../cli/program-access.ts'
import {
  changesOf,
  keepLockfiles,
  plansOf,
  prepareRun,
  refusedResult,
  runPrepared,
  type PreparedRun,
} from '../cli/run/prepared-run.ts'
import { runCommand } from '../cli/run/run.ts'
import { keyLines, limitLines, planLines, reachLines } from '../cli/run/run-consent.ts'
import { argumentsOf, ioOf, opened, refusalOf, spaceFolders, type DeskSettings } from './calling.ts'
import { FrozenTree } from './frozen-tree.ts'

/** Make a call ready for a person's word: from here on it is what it is, whatever happens to the disk. */
export function prepare(
  project: string,
  item_id: string,
  parameters: string,
  settings: DeskSettings,
): ReturnType<Desk['prepare']> {
  const { limits } = settings
  const frozen: FrozenTree[] = []
  const directory = opened(runCommand, project, settings, (below) => {
    const tree = new FrozenTree(below)
    frozen.push(tree)
    return tree
  })
  const prepared = prepareRun(directory, { item_id, parameters, limits, leaveOut: [], resume: null })
  if ('refused' in prepared) return { kind: 'refused', result: refusedResult(prepared.refused) }
  const { call, files, reach } = prepared
  const paint = paintFor(ioOf(settings))
  const words = argumentsOf(runCommand, project, [`--params=${parameters}`], settings)
  const further = furtherLines(prepared)
  const consent = consentDigest(call.plan, files, reach && { reach, begins: null })
  return {
    kind: 'ready',
    digest: sha256(JSON.stringify({ project, item_id, parameters, further, consent })),
    shown: [...(reach ? reachLines(reach, paint) : planLines(call.plan, paint)), ...further],
    fillsIn: reach !== null && (reach.cut || reach.commands.some(({ open }) => open.length > 0)),
    calls: reach ? reach.commands.map((command) => withoutKind(command.item_id)) : [],
    read: readOf(directory, [
      ...frozen.flatMap((tree) => tree.contents()),
      ...files.map(({ path, bytes }) => [path, bytes] as const),
    ]),
    commandLine: commandLine(['rye-chain', 'run', ...words, '--', item_id]),
    run: (signal, mayFillIn) => ran(prepared, signal, mayFillIn, settings),
  }
}

/** Graphs name an item with its kind: `tool:demo/greet`. */
function withoutKind(item_id: string): string {
  return item_id.replace(/^tool:/, '')
}

/** When a run is ended, and what it sees of this machine beside the project: a person is told, and allows just that. */
function furtherLines(prepared: PreparedRun): readonly string[] {
  const spaces = spaceFolders(prepared.directory).filter((folder) => !isProductBundle(folder))
  const plans = plansOf(prepared)
  return [
    ...limitLines(plans, prepared.limits),
    ...spaces.map((folder) => `  It finds the files of ${visible(folder)}/.ai too.`),
    ...keyLines(prepared).map((line) => `  ${line}`),
    ...accessLines(plans, prepared.directory).map((line) => `  ${line}`),
  ]
}

/** What was read, by its path on the disk, with the digests of its bytes: more than one where it changed meanwhile. */
function readOf(
  { onDisk }: Directory,
  contents: readonly (readonly [path: string, bytes: Uint8Array | string])[],
): readonly (readonly [disk: string, digest: string])[] {
  return contents.flatMap(([path, bytes]) => {
    const disk = onDisk(path)
    return disk === undefined ? [] : [[disk, sha256(bytes)] as const]
  })
}

async function ran(
  prepared: PreparedRun,
  signal: AbortSignal,
  mayFillIn: (item_id: string) => boolean,
  settings: DeskSettings,
): Promise<RanCall> {
  const { reach, directory } = prepared
  const shown = new Set(reach?.commands.flatMap(({ open, plan }) => (plan && open.length === 0 ? [plan.digest] : [])))
  try {
    const result = await runPrepared(prepared, {
      sandbox: await settings.sandbox(),
      http: settings.http,
      signal,
      now: () => settings.io.now(),
      trace: () => undefined,
      output: () => undefined,
      event: () => undefined,
      observe: () => undefined,
      refusal: ({ digest }, { item_id }) =>
        Promise.resolve(
          shown.has(digest) || mayFillIn(withoutKind(item_id))
            ? null
            : `Nobody allowed what the walk fills in here for ${item_id}: a person was not shown it.`,
        ),
    })
    const changed = changesOf(result).map(({ path }) => path)
    const { pinned, troubles } = keepLockfiles(result, directory)
    return { result, pinned, not_pinned: troubles, changed }
  } catch (error) {
    throw refusalOf(error)
  }
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
