import {
  bare,
  baseEnv,
  buildExecutionConfig,
  expandConfig,
  parametersOf,
  planProcess,
  processEnv,
  sourcedText,
  sourcedValue,
  type Contributor,
  type Environment,
  type ProcessParts,
  type Sourced,
} from '#core/plan'
import { decodeValue, encodeValue, isDict, isTruthy, pyStr, type Value } from '#core/read'
import { envFrom, envJson } from './env.ts'
import { errorOf, failure } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { listOf, worldOf } from './world.ts'

const caller: Contributor = { kind: 'caller' }

/** Answers `template`, `build` and `process` questions (corpus README, area `exec-config`). */
export function answerPlan(rev: string, input: Json): Json {
  const question = asRecord(input)
  const { workspace } = worldOf(rev, input)
  switch (question['kind']) {
    case 'template': {
      const expansion = expandConfig(new Map(entries(question['config'])), variables(question['env']))
      return { config: encodeValue(bareMap(expansion.config)) }
    }
    case 'build': {
      const chain = listOf(question['chain']).map((row, index) => {
        const element = asRecord(row)
        const item_id = asText(element['item_id'])
        const by: Contributor = { kind: 'element', item_id, space: 'project', index }
        const config = element['config'] ?? null
        return {
          item_id,
          path: asText(element['path']),
          config: config === null ? undefined : sourcedValue(decodeValue(config), by),
        }
      })
      const parameters = decodeValue(question['parameters'] ?? {})
      const built = buildExecutionConfig(
        workspace,
        chain,
        chain[0]?.path,
        envFrom(question['env']),
        parametersOf(isDict(parameters) ? parameters : new Map()),
      )
      return 'problem' in built ? errorOf(built.problem) : { config: encodeValue(bareMap(built.config)) }
    }
    case 'process': {
      const config = entries(question['config'])
      const env = processEnv(workspace, config.get('env'), baseEnv(workspace, false).env)
      const planned = env && planProcess('execute', { config, names: entries(question['params']), env })
      if (!planned || 'problem' in planned) return { spawn: null, success: false }
      return { spawn: spawnJson(planned.parts), success: true }
    }
    default:
      return failure
  }
}

/** The command to start, in the format of the answers. */
export function spawnJson(parts: ProcessParts): Json {
  return {
    command: parts.command.text,
    args: parts.args.map((arg) => arg.text),
    cwd: parts.cwd?.text ?? null,
    stdin: parts.input?.text ?? null,
    timeout: parts.timeoutNode && parts.timeout !== null ? encodeValue(bare(parts.timeoutNode)) : parts.timeout,
    env: envJson(parts.env),
  }
}

function entries(value: Json | undefined): ReadonlyMap<Value, Sourced> {
  const node = sourcedValue(decodeValue(value ?? {}), caller)
  return node.kind === 'dict' ? node.entries : new Map()
}

/** A lookup of variables, which can have any type here. A value that Python treats as false becomes an empty string. */
function variables(env: Json | undefined): (name: string) => ReturnType<Environment['get']> {
  const values = asRecord(env ?? {})
  return (name) => {
    const raw = values[name]
    if (raw === undefined) return undefined
    const value = decodeValue(raw)
    return sourcedText(isTruthy(value) ? pyStr(value) : '', { kind: 'host' })
  }
}

function bareMap(config: ReadonlyMap<Value, Sourced>): Value {
  return new Map([...config].map(([key, node]) => [key, bare(node)]))
}
