import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { JsonValue } from '#core/read'
import type { ExecutionResult } from '#core/run'
import { visible } from '#core/text'
import { withProjectPaths } from '../../project/own-paths.ts'
import { resultOf } from '../answer.ts'
import { ifApproved } from '../consent.ts'
import type { ReadyLock } from '../ready-lock.ts'
import { readyRun, type FinishedRun, type ReadyRun } from '../ready-run.ts'
import { asJson, named, type Facts } from '../fence.ts'
import { isConfirmed, policyFile, readPolicy, isCovered, type Policy } from '../policy.ts'
import type { Workplace } from '../workplace.ts'
import { input, itemId, parameters, parametersText, projectPath, type Parameters } from './input.ts'

/** The arguments of an `execute` call (seed 004). */
interface Call {
  readonly item_id: string
  readonly parameters?: Parameters | undefined
  readonly project_path?: string | undefined
  readonly trace?: boolean | undefined
  readonly lock?: boolean | undefined
}

type Answered = CallToolResult | InputRequiredResult

/**
 * Seed 004: run an item. The tool first requires approval, and then runs exactly the approved call in the sandbox
 * (R14.1).
 */
export function addExecute(server: McpServer, workplace: Workplace): void {
  server.registerTool(
    'execute',
    {
      title: 'Run an item',
      description: 'Use to run an item in a sandbox. The user approves each run. To preview a call, use resolve.',
      inputSchema: input({
        item_type: v.optional(v.picklist(['tool'])),
        action: v.optional(v.picklist(['run'])),
        item_id: itemId,
        parameters,
        project_path: projectPath,
        trace: v.optional(v.pipe(v.boolean(), v.description('Every decision, in order'))),
        lock: v.optional(
          v.pipe(v.boolean(), v.description('Pin the chain after a success, or update a stale lockfile')),
        ),
      }),
      outputSchema: toStandardJsonSchema(v.looseObject({ success: v.boolean() })),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    (call, context) =>
      workplace.answer(
        () => execute(call, context, server, workplace),
        // R14.1: a call that fails before the run also returns `success`, `data` and `error`.
        (error) => ({
          headline: 'Nothing ran.',
          facts: { success: false, data: null, error },
          failed: true,
        }),
      ),
  )
}

/** Prepares the call with `readyRun`. If the policy or the user approves it, `runResult` runs it. */
async function execute(call: Call, context: ServerContext, server: McpServer, workplace: Workplace): Promise<Answered> {
  const project = workplace.roots.project(call.project_path)
  const { settings } = workplace.projects
  const asked = { item_id: call.item_id, parameters: parametersText(call.parameters), lock: call.lock }
  const prepared = readyRun(project, asked, settings)
  if (prepared.kind === 'refused') {
    if (call.lock === true && prepared.stale) return updateLock(prepared.stale, call, context, server, workplace)
    const refused = { result: await prepared.result, pinned: [], not_pinned: [], changed: [] }
    return finishedResult(refused, call, workplace, prepared.stale ? { to_update_the_lockfile: withLock } : {})
  }
  const policy = readPolicy(project, () => workplace.projects.spaces(project))
  const missing = missingIn(policy, call.item_id, prepared)
  if (
    policy &&
    missing.length === 0 &&
    isConfirmed(workplace.policies, project, policy) &&
    isCovered(policy, prepared.read)
  )
    return runResult(prepared, (item_id) => policy.allow.includes(item_id), call, context, workplace)
  const question = {
    title: visible(`An agent wants to run ${call.item_id} in ${project}:`),
    shown: [...prepared.shown, ...(policy ? [policyLine(missing)] : [])],
    digest: prepared.digest,
    fillsIn: prepared.fillsIn,
  }
  return ifApproved(question, workplace, context, server, {
    approved: (mayFillIn) => runResult(prepared, () => mayFillIn, call, context, workplace),
    notDone: (because, facts) => notRun(because, facts, workplace),
    withoutPerson: {
      because:
        "A run requires the user's approval, which this call cannot request. Nothing ran. Show the user the command line.",
      facts: { run_by_a_person: prepared.commandLine, or_allow_it: policyHint(missing, project, workplace) },
    },
  })
}

const withLock = 'Call execute with "lock": true. The user approves the update.'

/** Replace the stale lockfile of a call after the user's approval. Does not run the call. */
async function updateLock(
  stale: ReadyLock,
  { item_id }: Call,
  context: ServerContext,
  server: McpServer,
  workplace: Workplace,
): Promise<Answered> {
  const title = visible(`An agent wants to update the lockfile of ${item_id}:`)
  const question = { title, shown: stale.shown, digest: stale.digest, fillsIn: false }
  return ifApproved(question, workplace, context, server, {
    approved: () => {
      const headline = 'The lockfile is updated, and nothing ran. To run the item, call execute again.'
      const facts = { success: true, data: null, updated: stale.update() }
      return resultOf({ headline, facts, failed: false }, workplace.kept)
    },
    notDone: (because, facts) => notRun(because, facts, workplace),
    withoutPerson: {
      because:
        "An update of the lockfile requires the user's approval, which this call cannot request. Show the user the command line.",
      facts: { run_by_a_person: stale.commandLine },
    },
  })
}

/**
 * The items of a call that a policy does not name: the item itself, and every item that a graph calls. An agent chooses
 * the parameters, which can determine the called items.
 */
function missingIn(policy: Policy | undefined, item_id: string, { calls }: ReadyRun): readonly string[] {
  return [...new Set([item_id, ...calls])].filter((id) => policy?.allow.includes(id) !== true)
}

/** The reason why the policy of the project does not cover a call. */
function policyLine(missing: readonly string[]): string {
  return missing.length === 0
    ? `  ${policyFile} allows this run, but you have not confirmed its current state, so it requires your approval.`
    : visible(`  ${policyFile} does not allow ${missing.join(', ')}, so this run requires your approval.`)
}

function policyHint(missing: readonly string[], project: string, { projects }: Workplace): string {
  const line = projects.settings.lines.confirmPolicy(project)
  if (missing.length === 0)
    return `${policyFile} allows this run, but the user has not confirmed the current state of ${policyFile} and .ai. Ask the user to run: ${line}`
  return `Add \`mcp: {allow: [${missing.map((id) => JSON.stringify(id)).join(', ')}]}\` to ${policyFile}, then ask the user to run: ${line}`
}

/** R14.1: the result of a call that waits for the user or was not approved. */
function notRun(error: string, more: Facts, { kept }: Workplace): CallToolResult {
  const facts = { success: false, data: null, error, ...more }
  return resultOf({ headline: error, facts, failed: true }, kept)
}

/** Runs an approved call in its turn, with `ReadyRun.run`. */
async function runResult(
  prepared: ReadyRun,
  mayFillIn: (item_id: string) => boolean,
  call: Call,
  context: ServerContext,
  workplace: Workplace,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq
  return finishedResult(await workplace.inTurn(context, () => prepared.run(signal, mayFillIn)), call, workplace)
}

function finishedResult(
  { result, pinned, not_pinned, changed }: FinishedRun,
  call: Call,
  { kept }: Workplace,
  more: Facts = {},
): CallToolResult {
  const { success, data, error, duration_ms, chain, metadata, trace, ending } = result
  const facts: Facts = {
    success,
    data,
    error,
    duration_ms,
    chain: chain.map(asJson),
    metadata: asJson(metadata),
    trace: call.trace === true ? trace.map(asJson) : [],
    ending: endingOf(ending),
    ...(pinned.length === 0 ? {} : { pinned }),
    ...(not_pinned.length === 0 ? {} : { not_pinned }),
    ...(changed.length === 0 ? {} : { changed_and_not_kept: changed }),
    ...more,
  }
  const headline = `${named(call.item_id)} ${success ? 'succeeded' : `failed: ${ending.kind}`}, in ${duration_ms} ms.`
  return resultOf({ headline, facts, failed: !success, aside: ['trace', 'metadata', 'chain'] }, kept)
}

/** R14.2: the ending of a run. A refusal contains only the code, message and hint of each problem. */
function endingOf(ending: ExecutionResult['ending']): JsonValue {
  if (ending.kind !== 'refused') return asJson(ending)
  return {
    kind: ending.kind,
    diagnostics: ending.diagnostics.map(({ code, message, hint }) => ({
      code,
      message: withProjectPaths(message),
      hint: withProjectPaths(hint),
    })),
  }
}
