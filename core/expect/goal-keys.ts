import type { FieldSchema, FieldSchemas } from '../read/field-schema.ts'
import type { Verdict } from '../trace.ts'
import type { Lane, PairGoal } from './goal.ts'

const lanes = {
  simulated: 'the simulated result',
  real: 'the real result',
  result: 'either result',
} as const satisfies Partial<Record<Lane, string>>
const rules = { space: 'R4.1', io: 'R4.2', version: 'R4.3' } as const satisfies Record<PairGoal['rule'], string>
const verdicts = {
  ok: 'the rule allows the pair',
  failed: 'the rule forbids the pair',
  warning: 'a version could not be checked',
  'not-declared': 'no value is declared',
} as const satisfies Record<Verdict, string>

const closed = 'it is an error'

/** The keys of one goal of an expectation. */
const keys: FieldSchemas = {
  at: {
    about: 'JSON pointer into the analysis; in a list, `name:value` selects the first member whose `name` is `value`',
    type: 'text',
    most: 'lessonShortText',
    format: { pattern: '^(?:/|$)', called: 'a JSON pointer' },
    advice: 'Write a pointer that starts with a slash and is not too long, such as /plan/command.',
  },
  in: {
    about: 'the document that the pointer refers to',
    otherwise: 'analysis',
    type: 'text',
    values: { analysis: 'the analysis of the item', ...lanes },
    closed,
  },
  is: { about: 'the exact expected value' },
  contains: { about: 'the required content: a part of a string, a list member, or members of an object' },
  matches: {
    about: 'a regular expression that part of the text must match (R16.4: linear time)',
    type: 'text',
    most: 'lessonShortText',
  },
  count: { about: 'the expected number of members of a list or object', type: 'count' },
  absent: { about: 'true: the pointer has no value, or the code has no diagnostic', type: 'flag' },
  code: {
    about: 'the code of a required diagnostic; with `absent: true`, no diagnostic can have the code',
    type: 'text',
  },
  pair: { about: 'the item IDs of the child and the parent of a link in the chain', type: 'pair' },
  rule: { about: 'the rule of the pair', type: 'text', values: rules, closed },
  verdict: { about: 'the verdict of the rule', type: 'text', values: verdicts, closed },
  ending: {
    about: 'the ending of a run, such as `exited` (R14.2); `in` selects the simulated or the real run',
    type: 'text',
  },
}

const forms: FieldSchema['forms'] = {
  each: {
    at: {
      forms: { each: { is: {}, contains: {}, matches: {}, count: {}, absent: { narrow: { absent: { only: true } } } } },
    },
    code: {},
    pair: { needs: ['rule', 'verdict'] },
    ending: { narrow: { in: { values: lanes } } },
  },
}

/** The goals of an expectation. */
export const expectedGoals: FieldSchema = {
  about: 'the goals; each must pass',
  type: 'mappings',
  required: true,
  most: 'expectationGoals',
  keys,
  forms,
}

/** The goals of a step. */
export const goalsOfStep: FieldSchema = {
  about: 'the goals; the step is done when all are ticked',
  type: 'mappings',
  full: true,
  most: 'lessonEntries',
  keys: {
    ...keys,
    keep: { about: 'true: the goal opens again when its condition fails', otherwise: 'false', type: 'flag' },
    at_once: {
      about:
        'true: the goal is checked with every key press; otherwise after a pause, if the file has no syntax errors',
      otherwise: 'false',
      type: 'flag',
    },
  },
  forms,
}
