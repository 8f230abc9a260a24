import { decodeValue, encodeValue, isDict, isList, parseJson, plain, type Value } from '#core/read'
import { idProblem } from '#core/rules'
import {
  findLockfile,
  formatLockfile,
  listLockfiles,
  lockfileOf,
  lockfileOfPin,
  lockfileToDelete,
  lockfileWritePath,
  readLockfile,
  type LockedElement,
  type LockfileState,
} from '#core/trust'
import { firstError } from './errors.ts'
import { chainJson, executeWithStandIn } from './execute.ts'
import { asRecord, asText, type Json } from './json.ts'
import { clock, listOf, worldOf, write, type World } from './world.ts'

/** Answers a question with several steps on one engine (corpus README, area `lockfile`). */
export async function answerLockfile(rev: string, input: Json): Promise<Json> {
  const question = asRecord(input)
  const world = worldOf(rev, input)
  const skip_integrity = question['skip_integrity'] !== false
  const results: Json[] = []
  for (const step of listOf(question['steps'])) results.push(await lockfileStep(world, asRecord(step), skip_integrity))
  return { results }
}

const invalidId: Json = { error: 'InvalidItemId' }
const lockfileError: Json = { error: 'LockfileError' }

async function lockfileStep(world: World, step: Readonly<Record<string, Json>>, skipIntegrity: boolean): Promise<Json> {
  const { tree, workspace } = world
  workspace.refresh()
  const text = (name: string): string => asText(step[name])
  if (typeof step['item_id'] === 'string' && step['op'] !== 'execute' && idProblem(step['item_id'])) return invalidId
  switch (step['op']) {
    case 'execute':
      return executeStep(world, step, skipIntegrity)
    case 'write':
      write(tree, text('path'), text('text'))
      return null
    case 'delete':
      tree.remove(text('path'))
      return null
    case 'edit':
      write(tree, text('path'), rawText(world, text('path')).replaceAll(text('old'), text('new')))
      return null
    case 'clear':
      workspace.clear()
      return null
    case 'get':
      return lockfileJson(lockfileOf(workspace, text('item_id'), text('version')))
    case 'load':
      return lockfileJson(readLockfile(workspace, text('path')))
    case 'path':
    case 'exists': {
      const found = findLockfile(workspace, text('item_id'), text('version'))
      if ('problem' in found) return invalidId
      return step['op'] === 'path' ? { path: found.path } : { exists: found.path !== null }
    }
    case 'write_path': {
      const path = lockfileWritePath(workspace, text('item_id'), text('version'))
      return typeof path === 'string' ? { path } : invalidId
    }
    case 'delete_lockfile': {
      const found = lockfileToDelete(workspace, text('item_id'), text('version'))
      if ('problem' in found) return invalidId
      if (found.path !== null) tree.remove(found.path)
      return { deleted: found.path !== null }
    }
    case 'list':
      return { list: listLockfiles(workspace, (step['space'] ?? 'all') as 'all').map((row) => ({ ...row })) }
    case 'create':
      return createStep(world, step)
    case 'read':
      return { text: workspace.file(text('path')) ? rawText(world, text('path')) : null }
    case 'lockfiles':
      return { files: allLockfiles(world) }
    default:
      return null
  }
}

async function executeStep(
  { tree, workspace }: World,
  step: Readonly<Record<string, Json>>,
  skipIntegrity: boolean,
): Promise<Json> {
  const parameters = decodeValue(step['parameters'] ?? {})
  const { run, started, result } = await executeWithStandIn(
    workspace,
    { item_id: asText(step['item_id']), parameters: isDict(parameters) ? parameters : new Map<Value, Value>() },
    { skip_integrity: skipIntegrity, skip_lockfile: step['use_lockfile'] === false },
    step['primitive_result'],
  )
  if (!started) {
    return {
      success: false,
      error: firstError(run.findings, workspace.settings.dev_mode) ?? { error: 'Failure' },
      primitive_called: false,
    }
  }
  const { success, error, metadata, lockfile } = result
  if (lockfile) write(tree, lockfile.path, lockfile.text)
  return {
    success,
    error,
    chain: chainJson(result),
    lockfile_used: metadata.lockfile_used,
    lockfile_created: lockfile !== null,
    primitive_called: true,
  }
}

function createStep({ tree, workspace }: World, step: Readonly<Record<string, Json>>): Json {
  const chain = decodeValue(step['resolved_chain'] ?? [])
  const elements = (isList(chain) ? chain : []).map(
    (entry) => Object.fromEntries(isDict(entry) ? entry : []) as LockedElement,
  )
  const [tool_id, version] = [asText(step['item_id']), asText(step['version'])]
  const path = lockfileWritePath(workspace, tool_id, version)
  if (typeof path !== 'string') return invalidId
  const lockfile = lockfileOfPin({
    tool_id,
    version,
    integrity: asText(step['integrity']),
    chain: elements,
    generated_at: clock.lockfile,
    registry: decodeValue(step['registry'] ?? null),
    verified_deps: decodeValue(step['verified_deps'] ?? null),
  })
  const text = formatLockfile(lockfile)
  write(tree, path, text)
  return { path, json: jsonOf(text) }
}

function lockfileJson(state: LockfileState | { readonly problem: string }): Json {
  if ('problem' in state) return invalidId
  if (state.state === 'absent') return { lockfile: null }
  if (state.state === 'unreadable') return lockfileError
  const { root, ...rest } = state.lockfile
  return { lockfile: { ...encoded(rest), root: encoded({ ...root }) } }
}

function encoded(fields: Readonly<Record<string, Value>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encodeValue(value)]))
}

function allLockfiles({ tree, workspace }: World): Json {
  const files: [string, Json][] = []
  const walk = (path: string): void => {
    for (const name of tree.list(path)?.keys() ?? []) {
      const below = `${path}/${name}`
      if (tree.look(below)?.kind === 'directory') walk(below)
      else files.push([below, jsonOf(rawText({ tree, workspace }, below))])
    }
  }
  for (const place of workspace.places) walk(`${place.root}/.ai/lockfiles`)
  return Object.fromEntries(files)
}

function jsonOf(text: string): Json {
  const parsed = parseJson(text, { nonFinite: true })
  return parsed.kind === 'parsed' ? { json: encodeValue(plain(parsed.document)) } : { text }
}

function rawText({ tree }: World, path: string): string {
  return Buffer.from(tree.read(path)?.bytes ?? new Uint8Array()).toString('utf8')
}
