import { untraced } from '#core/answer'
import { encodeValue, type FieldName } from '#core/read'
import {
  buildChain,
  elementValue,
  findItem,
  findShadowed,
  placesInReach,
  validateClaims,
  type ChainElement,
} from '#core/resolve'
import { chainHash, portableElement } from '#core/trust'
import type { Workspace } from '#core/workspace'
import { errorOf, failure } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { metadataJson } from './metadata.ts'
import { rowsOf } from './validate.ts'
import { listOf, worldOf, write, type World } from './world.ts'

/** Answers `build`, `resolve_path`, `shadowed` and `sequence` questions (corpus README, area `resolve`). */
export function answerResolve(rev: string, input: Json): Json {
  const question = asRecord(input)
  const world = worldOf(rev, input)
  const { workspace } = world
  switch (question['kind']) {
    case 'build':
      return build(workspace, rev, asText(question['item_id']))
    case 'resolve_path': {
      const places = placesInReach(workspace, asText(question['current_space']))
      const match = findItem(workspace, asText(question['item_id']), places)
      return { resolved: match ? { path: match.path, space: match.place.space } : null }
    }
    case 'shadowed': {
      const found = findShadowed(workspace, asText(question['item_id']), asText(question['found_space']))
      return { shadowed: found.map(({ path, space }) => ({ path, space })) }
    }
    case 'sequence':
      return { results: listOf(question['steps']).map((step) => sequenceStep(world, asRecord(step))) }
    default:
      return failure
  }
}

const fields: readonly (readonly [string, FieldName])[] = [
  ['tool_type', 'tool_type'],
  ['executor_id', 'executor_id'],
  ['env_config', 'env_config'],
  ['config_schema', 'config_schema'],
  ['config', 'config'],
  ['anchor_config', 'anchor'],
  ['verify_deps_config', 'verify_deps'],
  ['config_resolve', 'config_resolve'],
  ['execution_params', 'execution_params'],
]

function build(workspace: Workspace, rev: string, itemId: string): Json {
  const { elements, problem } = buildChain(workspace, itemId, untraced)
  if (problem) return errorOf(problem)
  const verdict = validateClaims(
    elements.map((element) => element.claim),
    untraced,
  )
  return {
    chain: elements.map((element) => elementJson(element, rev === 'feb18' ? fields.slice(0, 7) : fields)),
    dicts: elements.map((element) => portableJson(workspace, element)),
    ...(rev === 'feb18'
      ? {}
      : { shadowed: elements.map((element) => element.shadowed.map(({ path, space }) => ({ path, space }))) }),
    validation: { valid: verdict.valid, validated_pairs: verdict.validated_pairs, ...rowsOf(verdict.findings) },
    chain_hash: chainHash(workspace, elements),
  }
}

function elementJson(element: ChainElement, wanted: typeof fields): Json {
  const extra = wanted.flatMap(([name, field]) => {
    const value = elementValue(element, field)
    return value === undefined || value === null ? [] : [[name, encodeValue(value)] as const]
  })
  return { item_id: element.item_id, path: element.path, space: element.space, ...Object.fromEntries(extra) }
}

/** The portable form of an element, as JSON. */
function portableJson(workspace: Workspace, element: ChainElement): Json {
  const portable = portableElement(workspace, element)
  return { ...portable, tool_type: encodeValue(portable.tool_type), executor_id: encodeValue(portable.executor_id) }
}

function sequenceStep({ tree, workspace }: World, step: Readonly<Record<string, Json>>): Json {
  workspace.refresh()
  switch (step['op']) {
    case 'build': {
      const { elements, problem } = buildChain(workspace, asText(step['item_id']), untraced)
      if (problem) return errorOf(problem)
      return {
        chain: elements.map((element) => [element.item_id, element.space, element.path ?? 'None', element.executor_id]),
      }
    }
    case 'metadata': {
      const metadata = workspace.metadata(asText(step['path']))
      return metadata ? metadataJson(metadata) : {}
    }
    case 'write':
      write(tree, asText(step['path']), asText(step['text']))
      return null
    case 'delete':
      tree.remove(asText(step['path']))
      return null
    case 'clear':
      workspace.clear()
      return null
    default:
      return null
  }
}
