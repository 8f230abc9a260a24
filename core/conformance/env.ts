import { untraced } from '#core/answer'
import {
  anchorContext,
  baseEnv,
  bare,
  contextText,
  expandVariables,
  resolveEnv,
  sourcedText,
  sourcedValue,
  type Contributor,
  type EnvContributor,
  type Environment,
  type SourcedText,
} from '#core/plan'
import { decodeValue, pyStr } from '#core/read'
import { buildChain, elementValue } from '#core/resolve'
import type { Space } from '#core/rules'
import { errorOf, failure } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { listOf, worldOf } from './world.ts'

const caller: Contributor = { kind: 'caller' }

/** Answers `resolver`, `elements`, `chain` and `expand` questions (corpus README, area `env`). */
export function answerEnv(rev: string, input: Json): Json {
  const question = asRecord(input)
  const { workspace } = worldOf(rev, input)
  switch (question['kind']) {
    case 'resolver': {
      const element = contributor({ item_id: 't', space: 'project', env_config: question['env_config'] ?? null }, 0)
      const base = baseEnv(workspace, question['include_dotenv'] !== false)
      const resolved = resolveEnv(workspace, [element], new Map(), untraced, base)
      if (resolved.failed) return failure
      return { env: { ...envJson(resolved.env), ...textRecord(question['tool_env']) } }
    }
    case 'elements': {
      const elements = listOf(question['chain']).map((row, index) => contributor(asRecord(row), index))
      const resolved = resolveEnv(workspace, elements, contextFrom(question['ctx']), untraced)
      return resolved.failed ? failure : { env: envJson(resolved.env) }
    }
    case 'chain': {
      const { elements, problem } = buildChain(workspace, asText(question['item_id']), untraced)
      if (problem) return errorOf(problem)
      const context = anchorContext(workspace, elements)
      const contributors = elements.map((element, index) => {
        const value = elementValue(element, 'env_config')
        const by: Contributor = { kind: 'element', item_id: element.item_id, space: element.space, index }
        return {
          item_id: element.item_id,
          space: element.space,
          shared: element.shared,
          env_config: value === undefined ? undefined : sourcedValue(value, by),
        }
      })
      const resolved = resolveEnv(workspace, contributors, context, untraced)
      return resolved.failed ? failure : { env: envJson(resolved.env) }
    }
    case 'expand': {
      const env = envFrom(question['env'])
      const text = sourcedText(asText(question['text']), caller)
      return { text: expandVariables(text, (name) => env.get(name), { pass: 1, quote: false }).text }
    }
    default:
      return failure
  }
}

function contributor(row: Readonly<Record<string, Json>>, index: number): EnvContributor {
  const config = row['env_config'] ?? null
  const item_id = asText(row['item_id'])
  const space = asText(row['space']) as Space
  const by: Contributor = { kind: 'element', item_id, space, index }
  return {
    item_id,
    space,
    shared: false,
    env_config: config === null ? undefined : sourcedValue(decodeValue(config), by),
  }
}

/** A context in the form that the anchor provides. */
export function contextFrom(ctx: Json | undefined): Map<string, SourcedText> {
  return new Map(Object.entries(asRecord(ctx ?? {})).map(([name, value]) => [name, contextText(name, asText(value))]))
}

/** An environment, read from a JSON object. */
export function envFrom(env: Json | undefined): Environment {
  const entries = Object.entries(asRecord(env ?? {}))
  return new Map(
    entries.map(([name, value]) => [
      name,
      sourcedText(typeof value === 'string' ? value : pyStr(decodeValue(value)), { kind: 'host' }),
    ]),
  )
}

/** An environment in the format of the answers. */
export function envJson(env: Environment): Readonly<Record<string, Json>> {
  return Object.fromEntries([...env].map(([name, node]) => [name, pyStr(bare(node))]))
}

function textRecord(value: Json | undefined): Readonly<Record<string, Json>> {
  return value === undefined || value === null ? {} : asRecord(value)
}
