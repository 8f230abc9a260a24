import type { KeySchemas } from '../read/metadata/key-schema.ts'

const verdicts = {
  ok: 'the rule allows the pair',
  failed: 'the rule forbids the pair',
  warning: 'a version could not be checked',
  'not-declared': 'no value is declared',
}

/** The keys of one goal. */
export const goalKeys: KeySchemas = {
  at: {
    about: 'JSON pointer into the analysis; in a list, `name:value` selects the first member whose `name` is `value`',
  },
  in: {
    about: 'the document that the pointer refers to',
    otherwise: 'analysis',
    values: {
      analysis: 'the analysis of the item',
      simulated: 'the simulated result',
      real: 'the real result',
      result: 'either result',
    },
    closed: 'it is an error',
  },
  is: { about: 'the exact expected value' },
  contains: { about: 'the required content: a part of a string, a list member, or members of an object' },
  matches: { about: 'a regular expression that part of the text must match (R16.4: linear time)' },
  count: { about: 'the expected number of members of a list or object' },
  absent: { about: 'true: the pointer has no value, or the code has no diagnostic' },
  code: { about: 'the code of a required diagnostic; with `absent: true`, no diagnostic can have the code' },
  pair: { about: 'the item IDs of the child and the parent of a link in the chain' },
  rule: {
    about: 'the rule of the pair',
    values: { space: 'R4.1', io: 'R4.2', version: 'R4.3' },
    closed: 'it is an error',
  },
  verdict: { about: 'the verdict of the rule', values: verdicts, closed: 'it is an error' },
  ending: { about: 'the ending of a run, such as `exited` (R14.2); `in` selects the simulated or the real run' },
  keep: { about: 'true: the goal opens again when its condition fails', otherwise: 'false' },
  at_once: {
    about: 'true: the goal is checked with every key press; otherwise after a pause, if the file has no syntax errors',
    otherwise: 'false',
  },
}
