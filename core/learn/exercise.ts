import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import {
  cities,
  Dice,
  itemText,
  namesOf,
  pathOf,
  primitive,
  smallDraft,
  variables,
  type OwnSpace,
} from './exercise-draft.ts'
import type { Lesson, Step } from './lesson.ts'
import { isOrderAsk, questionOf, type Ask } from './question.ts'

/**
 * The kinds of questions that come back in a review. `output` is not one of them, because its answer requires a run.
 */
export const reviewKinds = [
  'winner',
  'status',
  'value',
  'branch',
  'chain',
  'spaces',
  'overrides',
  'template',
] as const satisfies readonly Ask['kind'][]

export type ReviewKind = (typeof reviewKinds)[number]

/** A question about a small generated draft, as a lesson with one step. The engine computes its answer. */
export interface Exercise {
  readonly lesson: Lesson
  readonly step: Step
  readonly start: Snapshot
}

interface Made {
  readonly start: Snapshot
  readonly ask: Ask
  readonly text: string
}

/** The exercise of a kind and a seed. The same seed gives the same exercise. */
export function exerciseOf(kind: ReviewKind, seed: number): Exercise {
  const { start, ask, text } = makers[kind](new Dice(`${kind} ${seed}`))
  const step: Step = {
    ...{ id: 'review', kind: isOrderAsk(ask) ? 'order' : 'predict', text, hint: null, goals: [], reveal: null },
    ...{ question: questionOf({ ask, suppose: null, variations: [] }), edit: null, fixes: false },
  }
  const lesson: Lesson = { id: 'review', chapter: '', title: 'Review', text: '', learned: [], steps: [step] }
  return { lesson, step, start }
}

const makers: Readonly<Record<ReviewKind, (dice: Dice) => Made>> = {
  winner,
  status,
  value,
  branch,
  chain,
  spaces,
  overrides,
  template,
}

function timeout(dice: Dice): string {
  return `config: { command: echo, timeout: ${dice.number(20_000) + 1} }`
}

/** A tool in one space, and its runtime in both. */
function inBothSpaces(dice: Dice) {
  const { tool, runtime } = namesOf(dice)
  const space = dice.pick<OwnSpace>(['project', 'user'])
  const files = {
    [pathOf(space, tool)]: itemText('tool', runtime),
    [pathOf('project', runtime)]: itemText('runtime', primitive, [timeout(dice)]),
    [pathOf('user', runtime)]: itemText('runtime', primitive, [timeout(dice)]),
  }
  return { tool, runtime, space, files }
}

function winner(dice: Dice): Made {
  const { tool, runtime, space, files } = inBothSpaces(dice)
  return {
    start: smallDraft(tool, files),
    ask: { kind: 'winner', item_id: runtime },
    text: `The ${space} tool \`${tool}\` names \`${runtime}\`. Which file does Rye use for \`${runtime}\`?`,
  }
}

function spaces(dice: Dice): Made {
  const { tool, runtime, space, files } = inBothSpaces(dice)
  return {
    start: smallDraft(tool, files),
    ask: { kind: 'spaces', item_id: runtime },
    text: `The tool \`${tool}\` is in the ${space} space. In which spaces does Rye search for \`${runtime}\`?`,
  }
}

const text = 'Is this chain ready to run? If not, what is the reason?'

function status(dice: Dice): Made {
  const { tool, runtime } = namesOf(dice)
  const ask = { kind: 'status' } as const
  const files = (space: OwnSpace, named: string, executor: string): Snapshot['files'] => ({
    [pathOf(space, tool)]: itemText('tool', named),
    [pathOf('project', runtime)]: itemText('runtime', executor, [timeout(dice)]),
  })
  switch (dice.number(4)) {
    case 0:
      return { start: smallDraft(tool, files('project', `${runtime}s`, primitive)), ask, text }
    case 1:
      return { start: smallDraft(tool, files('project', runtime, tool)), ask, text }
    case 2:
      return { start: smallDraft(tool, files('user', runtime, primitive), { search: 'global' }), ask, text }
    default:
      return { start: smallDraft(tool, files('project', runtime, primitive)), ask, text }
  }
}

function value(dice: Dice): Made {
  const { tool, runtime } = namesOf(dice)
  const name = dice.pick(variables)
  const set = (): readonly string[] => [`env_config: { env: { ${name}: ${dice.pick(cities)} } }`]
  const isSetByTool = dice.isHeads()
  const files = {
    '/project/.env': `${name}=${dice.pick(cities)}-${dice.number(90)}\n`,
    [pathOf('project', tool)]: itemText('tool', runtime, isSetByTool ? set() : []),
    [pathOf('project', runtime)]: itemText('runtime', primitive, [...set(), timeout(dice)]),
  }
  return {
    start: smallDraft(tool, files),
    ask: { kind: 'value', pointer: `/env/${name}` },
    text: `What is the value of \`${name}\` when Rye runs \`${tool}\`?`,
  }
}

function branch(dice: Dice): Made {
  const { tool, runtime } = namesOf(dice)
  const [low, high] = [dice.number(20), dice.number(20) + 20]
  const [first, second] = dice.isHeads() ? [low, high] : [high, low]
  const known = dice.number(45)
  const edge = (to: string, than: number): string =>
    `        - { to: ${to}, when: { path: state.count, op: gt, value: ${than} } }`
  const graph = [
    ...['config:', '  start: check', '  nodes:', '    check:', '      type: gate', '      next:'],
    ...[edge('many', first), edge('some', second), '        - { to: few }'],
    ...['many', 'some', 'few'].map((node) => `    ${node}: { type: return, output: { from: ${runtime} } }`),
  ]
  const files = { [pathOf('project', tool)]: itemText('graph', 'rye/core/runtimes/state-graph/runtime', graph) }
  return {
    start: smallDraft(tool, files),
    ask: { kind: 'branch', node: 'check', scope: { state: { count: known } } },
    text: `The graph \`${tool}\` is at the node \`check\`, and \`state.count\` is ${known}. Which node is next?`,
  }
}

function chain(dice: Dice): Made {
  const { tool, runtime } = namesOf(dice)
  const other = `${runtime}-${dice.pick(cities).toLowerCase()}`
  const user = `${runtime}-base`
  const files = {
    [pathOf('project', tool)]: itemText('tool', runtime),
    [pathOf('project', runtime)]: itemText('runtime', dice.isHeads() ? other : primitive, [timeout(dice)]),
    [pathOf('project', other)]: itemText('runtime', primitive, [timeout(dice)]),
    [pathOf('user', runtime)]: itemText('runtime', user),
    [pathOf('user', user)]: itemText('runtime', primitive),
  }
  return { start: smallDraft(tool, files), ask: { kind: 'chain' }, text: `Put the chain of \`${tool}\` in order.` }
}

function overrides(dice: Dice): Made {
  const { tool, runtime } = namesOf(dice)
  const base = `${runtime}-base`
  const files = {
    [pathOf('project', tool)]: itemText('tool', runtime, [`config: { timeout: ${dice.number(300) + 1} }`]),
    [pathOf('project', runtime)]: itemText('runtime', base, [`config: { timeout: ${dice.number(300) + 301} }`]),
    [pathOf('project', base)]: itemText('runtime', primitive, [
      `config: { command: echo, timeout: ${dice.number(300) + 601} }`,
    ]),
  }
  return {
    start: smallDraft(tool, files),
    ask: { kind: 'overrides', pointer: '/plan/timeout' },
    text: `Several files set the timeout of \`${tool}\`. Put the values in order.`,
  }
}

function template(dice: Dice): Made {
  const { tool } = namesOf(dice)
  const name = dice.pick(variables)
  const parts = [`{name}`, `\${${name}}`] as const
  const [first, second] = dice.isHeads() ? parts : [parts[1], parts[0]]
  const files = {
    '/project/.env': `${name}=${dice.pick(cities)}\n`,
    [pathOf('project', tool)]: itemText('tool', primitive, [`config: { command: echo, args: ["${first} ${second}"] }`]),
  }
  return {
    start: smallDraft(tool, files, { parameters: `{"name": "guest ${dice.number(900)}"}` }),
    ask: { kind: 'template', pointer: '/plan/args/0' },
    text: `In which order does Rye replace the placeholders in the argument of \`${tool}\`?`,
  }
}
