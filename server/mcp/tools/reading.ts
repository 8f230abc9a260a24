import type { McpServer } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import type { Analysis, Plan } from '#core/answer'
import { isRequest } from '#core/rules'
import { counted } from '#core/text'
import { pageResult, resultOf, type Answer } from '../answer.ts'
import { asJson, isFacts, named, type Facts } from '../fence.ts'
import type { Workplace } from '../workplace.ts'
import { findingFacts, worstFirst } from './findings.ts'
import { cursor, input, itemId, parameters, parametersText, projectPath, reads, type Parameters } from './input.ts'
import { ReportedError } from '../../project/reported-error.ts'

const call = { item_id: itemId, parameters, project_path: projectPath }

/**
 * Adds the tools that report on one call: its effect, whether it can run, and the source of its values. They do not run
 * the item.
 */
export function addReading(server: McpServer, workplace: Workplace): void {
  const { kept } = workplace
  const analysisOf = (input: {
    readonly item_id: string
    readonly parameters?: Parameters | undefined
    readonly project_path?: string | undefined
  }): Analysis =>
    workplace.projects.analyze(
      workplace.roots.project(input.project_path),
      input.item_id,
      parametersText(input.parameters),
    )

  server.registerTool(
    'resolve',
    {
      title: 'Resolve a call',
      description:
        'Use to preview a call: its chain, exact command and environment names. To run the item, use execute.',
      inputSchema: input(call),
      annotations: reads,
    },
    (input) => workplace.answer(() => resultOf(resolveAnswer(analysisOf(input)), kept)),
  )
  server.registerTool(
    'validate',
    {
      title: 'Validate a call',
      description:
        'Use when a call is refused or you changed its tool: lists every problem with its fix. For all items, use check.',
      inputSchema: input(call),
      annotations: reads,
    },
    (input) => workplace.answer(() => resultOf(validateAnswer(analysisOf(input)), kept)),
  )
  server.registerTool(
    'explain',
    {
      title: 'Explain a value',
      description:
        'Use when a value of a plan is unexpected: shows its source, its place in a file, and the values it overrides. Without value, lists all values.',
      inputSchema: input({
        ...call,
        value: v.optional(v.pipe(v.string(), v.description('Such as /plan/args/0, /env/PATH'))),
        cursor,
      }),
      annotations: reads,
    },
    (input) =>
      workplace.answer(() => {
        const { item_id, status, provenance } = analysisOf(input)
        const { value = '' } = input
        if (value === '') {
          const rows = Object.entries(provenance).map(([pointer, entry]) => ({ value: pointer, is: entry.value }))
          const facts = { item_id, status, total: rows.length }
          const headline = `${counted(rows.length, 'value')} of ${named(item_id)}.`
          return pageResult(
            { headline, facts, failed: rows.length === 0, rows, name: 'values', cursor: input.cursor },
            kept,
          )
        }
        const entry = Object.hasOwn(provenance, value) ? provenance[value] : undefined
        if (entry === undefined)
          throw new ReportedError(
            'usage',
            `${item_id} has no value at ${value}; its status is ${status}. Call explain without value to list all values.`,
          )
        const reported = asJson(withoutOffsets(entry))
        return resultOf(
          {
            headline: `${named(value, 'One value')} of ${named(item_id)}.`,
            facts: isFacts(reported) ? reported : {},
            failed: false,
          },
          kept,
        )
      }),
  )
}

/** The answer about the effect of a call. */
export function resolveAnswer(analysis: Analysis): Answer {
  const { item_id, status } = analysis
  const headline = `${named(item_id)}: ${status.replace('_', ' ')}.`
  return { headline, facts: resolveFacts(analysis), failed: status !== 'ready', aside: ['chain'] }
}

/** The answer with every finding on a call. */
export function validateAnswer({ item_id, status, diagnostics, chain, validation }: Analysis): Answer {
  const name = (at: number): string => chain[at]?.item_id ?? '?'
  const links = (validation?.pairs ?? []).map(({ child, parent, space, io, version }) => ({
    link: `${name(child)} -> ${name(parent)}`,
    space,
    io,
    version,
  }))
  const problems = worstFirst(diagnostics, (one) => one).map(findingFacts)
  const facts: Facts = { item_id, valid: status === 'ready', status, problems, links }
  const headline = `${named(item_id)} is ${status === 'ready' ? 'valid' : 'not valid'}: ${counted(diagnostics.length, 'problem')}.`
  return { headline, facts, failed: status !== 'ready', aside: ['links'] }
}

function resolveFacts({ item_id, status, dialect, chain, plan, lockfile, diagnostics }: Analysis): Facts {
  return {
    item_id,
    status,
    dialect,
    ...(plan === null ? {} : planFacts(plan)),
    problems: worstFirst(diagnostics, (one) => one).map(findingFacts),
    lockfile: lockfile.state,
    chain: chain.map(({ item_id: id, role, space, path, version, signature }) => ({
      item_id: id,
      role,
      space,
      path,
      version,
      signature: signature.state,
    })),
  }
}

/** The plan without its environment values, which can be secrets. `explain` shows each value. */
function planFacts(plan: Plan): Facts {
  if (isRequest(plan)) {
    const { method, url, headers, timeout, digest } = plan
    return { request: `${method} ${url}`, header_names: Object.keys(headers), timeout, digest }
  }
  const { command, args, cwd, input: stdin, timeout, env, digest } = plan
  return { command: [command, ...args], cwd, stdin, timeout, env_names: Object.keys(env), digest }
}

/** A provenance entry without offsets, because line and column already locate it. */
function withoutOffsets(entry: object): object {
  return JSON.parse(
    JSON.stringify(entry, (name, value: unknown) =>
      name === 'start' || name === 'end' || name === 'spans' ? undefined : value,
    ),
  ) as object
}
