import type { Resolution } from '../answer/resolution.ts'
import type { SourcedText } from '../plan/template/sourced.ts'
import { isRequest } from '../rules/primitives.ts'

/** The rules that decided something in a run, in addition to the rules of its findings. */
export function decidingRules(run: Resolution): ReadonlySet<string> {
  return new Set(table.flatMap(([rule, decides]) => (decides(run) ? [rule] : [])))
}

/** Each rule, with a test of whether it decided something in a run. An absent declaration does not decide anything. */
const table: readonly (readonly [rule: string, decides: (run: Resolution) => boolean])[] = [
  ['R1.1', ({ chain }) => chain.elements.length > 0],
  ['R1.2', ({ chain }) => chain.elements.length > 1],
  ['R1.5', ({ chain }) => chain.elements.some(({ shadowed }) => shadowed.length > 0)],
  ['R1.6', ({ chain }) => chain.problem?.code === 'executor-not-found'],
  ['R3.1', ({ chain }) => chain.elements.length > 1],
  ['R4.1', (run) => hasVerdict(run, 'space')],
  ['R4.2', (run) => hasVerdict(run, 'io')],
  ['R4.3', (run) => hasVerdict(run, 'version')],
  ['R5.1', ({ defaults }) => defaults.size > 0],
  ['R6.1', ({ env }) => someText(env, ({ by }) => by.kind === 'element')],
  ['R6.2', ({ env }) => someText(env, ({ by }) => by.kind === 'dotenv')],
  ['R6.3', ({ env }) => someText(env, ({ by }) => by.kind === 'interpreter')],
  ['R7.1', ({ anchor }) => anchor?.active === true],
  ['R7.4', ({ anchor }) => (anchor?.dependencies.length ?? 0) > 0],
  ['R8.1', ({ configs }) => configs.length > 0],
  ['R9.3', (run) => hasPass(run, 1)],
  ['R9.4', (run) => hasPass(run, 2)],
  ['R9.5', (run) => hasPass(run, 3)],
  ['R9.6', ({ plan }) => plan !== null],
  ['R10.4', ({ seals }) => seals !== null],
  ['R11.2', ({ lock }) => lock.state === 'matches' || lock.state === 'drifted'],
]

function hasVerdict({ verdict }: Resolution, rule: 'space' | 'io' | 'version'): boolean {
  return verdict?.pairs.some((pair) => pair[rule] !== 'not-declared') === true
}

function hasPass({ env, plan }: Resolution, pass: 1 | 2 | 3): boolean {
  const isOf = ({ steps }: SourcedText): boolean => steps?.some((step) => step.pass === pass) === true
  return someText(env, isOf) || (plan !== null && !isRequest(plan) && [plan.command, ...plan.args].some(isOf))
}

function someText(env: Resolution['env'], test: (text: SourcedText) => boolean): boolean {
  let found = false
  env?.forEach((text) => (found ||= test(text)))
  return found
}
