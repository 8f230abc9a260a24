import { goalsOfStep } from '../expect/goal-keys.ts'
import { worldField } from '../expect/read-world.ts'
import { pinsField } from '../graph/walk-test.ts'
import type { FieldSchema, FieldSchemas, Forms } from '../read/field-schema.ts'
import { dialectNames, dialects } from '../rules/dialect.ts'
import type { ruleNames, Step } from './lesson.ts'
import type { OrderAsk, PredictAsk } from './question.ts'

const closed = 'it is an error'

/** The settings of a draft that edits and examples can set. */
const draftKeys = {
  item_id: { about: 'the item to analyze', type: 'text' },
  parameters: { about: 'the parameters, as JSON text', type: 'text' },
  search: {
    about: 'the search mode for executors',
    type: 'text',
    values: { scoped: 'R1.2', global: 'all three spaces' },
    closed,
  },
  dialect: {
    about: 'the dialect, which also selects the system space',
    type: 'text',
    values: Object.fromEntries(dialectNames.map((name) => [name, `the rules of ${dialects[name].seeds}`])),
    closed,
  },
  dev_mode: { about: 'whether integrity errors are warnings (R10.4)', type: 'flag' },
  world: worldField,
} as const satisfies FieldSchemas

/** The keys of an edit. */
const editKeys: FieldSchemas = {
  files: {
    about: 'changes to files, in this order',
    type: 'mappings',
    most: 'lessonEntries',
    keys: {
      path: { about: 'the path of the file: `/project/...` or `/user/...`', type: 'text', required: true },
      find: { about: 'the text to replace; only its first occurrence is replaced', type: 'text', full: true },
      put: { about: 'the replacement', type: 'text' },
      text: { about: 'the complete new text; creates the file if it does not exist', type: 'text' },
      remove: { about: 'true deletes the file', only: true },
      to: { about: 'the new path of the file', type: 'text' },
    },
    forms: { each: { find: { needs: ['put'] }, text: {}, remove: {}, to: {} } },
  },
  ...draftKeys,
  world: { ...worldField, about: `the world of the draft, in the format of a snapshot; replaces all earlier values` },
}

const pointer: Omit<FieldSchema, 'about'> = {
  type: 'text',
  most: 'lessonShortText',
  format: { pattern: '^/', called: 'a JSON pointer' },
  advice: 'Write a pointer that starts with a slash and is not too long, such as /plan/timeout.',
}

const predictions: Readonly<Record<PredictAsk['kind'], FieldSchema>> = {
  winner: { about: 'the ID of an item: which file does Rye use?', type: 'text' },
  status: { about: 'true: is the chain ready, or refused, and by which rule?', only: true },
  value: { about: 'JSON pointer into the analysis: what is the value?', ...pointer },
  branch: { about: 'a node of the graph: which node is next?', type: 'text' },
  walk: {
    ...pinsField,
    about: 'the answers of the calls, as `pins` of a walk test: which nodes does the graph visit?',
  },
  output: { about: 'true: what does the tool print? The answer requires a run', only: true },
}

const orders: Readonly<Record<OrderAsk['kind'], FieldSchema>> = {
  chain: { about: 'true: the elements of the chain, from the tool to the primitive', only: true },
  spaces: { about: 'the ID of an element: the spaces in which Rye searches for it, in order', type: 'text' },
  overrides: { about: 'JSON pointer to a value: its source, then the sources that it overrides', ...pointer },
  template: { about: 'JSON pointer to a value: the replacements in its template, in order', ...pointer },
}

const edits = (about: string): FieldSchema => ({ about, type: 'mapping', keys: editKeys })

const routeKeys: FieldSchemas = {
  about: { about: 'a short description of the draft', type: 'text', required: true },
  edits: {
    about: 'changes to the start, in this order, each in the format of `do`',
    type: 'mappings',
    required: true,
    most: 'lessonEntries',
    keys: editKeys,
  },
  stops_at: { about: 'for a near miss: the ID of the first step that is not done', type: 'text' },
}

/** The routes that test a lesson: a key of the lesson, or a file of their own. */
export const routesSchema: FieldSchema = {
  about: 'Routes: valid solutions and near misses that test a lesson',
  type: 'mapping',
  keys: {
    passes: {
      about: 'drafts that must pass every step',
      type: 'mappings',
      most: 'lessonRoutes',
      keys: routeKeys,
    },
    fails: {
      about: 'near misses: drafts that must fail at least one step',
      type: 'mappings',
      most: 'lessonRoutes',
      keys: routeKeys,
    },
  },
}

const stepKinds: Readonly<Record<Step['kind'], string>> = {
  do: 'change the draft until the goals pass',
  predict: 'answer a question before the result is shown',
  order: 'put the parts of an answer in order',
  build: 'build an empty draft until the goals pass',
}

const rules: Readonly<Record<(typeof ruleNames)[number], string>> = {
  dialect: 'the dialect',
  search: 'the search mode',
  dev_mode: 'the dev mode',
}

/** Exactly one of these questions, and none of the others. */
const oneOf = (questions: object, others: object): Forms => ({
  each: Object.fromEntries(Object.keys(questions).map((name) => [name, { without: Object.keys(others) }])),
})
const noGoals = ['goals', 'do', 'fixes']
const noQuestion = ['ask', 'suppose', 'variations']

const shortText = { type: 'text', required: true, most: 'lessonShortText' } as const
const id = {
  ...shortText,
  format: { pattern: '^[a-z0-9][a-z0-9-]*$', called: 'a valid ID' },
  advice: 'Use lowercase letters, digits and hyphens.',
} as const

const stepsField: FieldSchema = {
  about: 'the steps, in order',
  type: 'mappings',
  required: true,
  full: true,
  most: 'lessonSteps',
  keys: {
    id: { about: 'the key under which the progress of this step is stored; never change it', ...id },
    kind: { about: 'the kind of step', otherwise: 'do', type: 'text', values: stepKinds, closed },
    ask: {
      about: 'the question of a `predict` or `order` step; the engine computes its answer',
      type: 'mapping',
      keys: {
        ...predictions,
        ...orders,
        with: { about: 'the `state`, `inputs` and `result` that the conditions of the node refer to' },
      },
    },
    suppose: edits('a change that the question supposes; the draft stays unchanged'),
    variations: {
      about: 'drafts with wrong answers, each in the format of `do`',
      type: 'mappings',
      most: 'lessonVariations',
      keys: {
        if: {
          about: 'the condition under which the wrong answer is right, as in "the user space had no such file"',
          type: 'text',
          required: true,
        },
        ...editKeys,
      },
    },
    text: { about: 'the task', type: 'text', required: true },
    hint: { about: 'the text of "Hint"', type: 'text' },
    goals: goalsOfStep,
    reveal: {
      about: 'the target of "Show me where"',
      type: 'mapping',
      keys: {
        path: { about: 'a file', type: 'text' },
        find: { about: 'the text to select in the file', type: 'text' },
        value: { about: 'JSON pointer into the analysis; shows the source of this value', type: 'text' },
        answer: { about: 'the name of an answer under the chain, such as `command`', type: 'text' },
        rule: { about: 'a setting under the Rules button', type: 'text', values: rules, closed },
      },
      forms: { each: { path: {}, value: {}, answer: {}, rule: {} } },
    },
    fixes: { about: 'true: the page offers quick fixes during this step', otherwise: 'false', type: 'flag' },
    do: edits('the change that "Do it for me" makes; the learner can undo it, and it never runs a tool'),
  },
  forms: {
    by: { field: 'kind', otherwise: 'do' },
    each: {
      do: { needs: ['goals'], without: noQuestion },
      predict: { needs: ['ask'], without: noGoals, narrow: { ask: { forms: oneOf(predictions, orders) } } },
      order: { needs: ['ask'], without: noGoals, narrow: { ask: { forms: oneOf(orders, predictions) } } },
      build: { needs: ['goals'], without: [...noQuestion, 'do'] },
    },
  },
}

/** A lesson: each known key with an explanation. A misspelled key is compared with them. */
export const lessonSchema: FieldSchema = {
  about: 'A lesson: steps with goals or questions',
  type: 'mapping',
  keys: {
    format: {
      about: 'always 1',
      required: true,
      only: 1,
      advice: 'Write `format: 1`. Open a lesson of a newer format with a newer playground.',
    },
    id: {
      about: 'the key under which progress is stored: lowercase letters, digits and hyphens; never change it',
      ...id,
    },
    chapter: { about: 'the chapter of the lesson', type: 'text' },
    title: { about: 'the title in the list of examples and above the lesson', ...shortText },
    text: { about: 'the introduction: paragraphs, numbered lists, **strong** and `code`', type: 'text' },
    learned: { about: 'learning outcomes, one line each', type: 'texts', most: 'lessonEntries' },
    routes: { ...routesSchema, about: 'valid solutions and near misses that test the lesson' },
    steps: stepsField,
  },
}

const texts = (about: string): FieldSchema => ({ about, type: 'texts' })

const resultKeys: FieldSchemas = {
  status: {
    about: 'the status of the analysis',
    type: 'text',
    required: true,
    values: {
      ready: 'a plan exists and can run',
      refused: 'a problem prevents the run',
      not_found: 'the item does not exist',
    },
    closed,
  },
  chain: { ...texts('the item IDs of the elements, tool first'), required: true },
  spaces: { ...texts('the spaces of the elements, tool first'), required: true },
  codes: { ...texts('the codes of all errors and warnings, sorted'), required: true },
  argv: texts('the command and the arguments of the plan'),
  input: { about: 'the standard input of the plan', type: 'text' },
  request: {
    about: 'the request of an `http_client` plan',
    type: 'mapping',
    keys: {
      method: { about: 'the method', type: 'text', required: true },
      url: { about: 'the URL', type: 'text', required: true },
    },
  },
  data: { about: 'the data of the result of a run' },
}

const expected: FieldSchema = { about: 'the expected result, which tests verify', type: 'mapping', keys: resultKeys }

/** The `example.yaml` of an example or a lesson. */
export const exampleSchema: FieldSchema = {
  about: 'The start of an example or a lesson, and its expected result',
  type: 'mapping',
  keys: {
    title: { about: 'the title of the example', type: 'text', required: true },
    order: { about: 'the position in the gallery', type: 'number' },
    ...draftKeys,
    dialect: { ...draftKeys.dialect, required: true },
    item_id: { ...draftKeys.item_id, required: true },
    lesson: { about: 'a short guide in Markdown, for an example without a `lesson.yaml`', type: 'text' },
    tags: texts('more search words for the gallery'),
    expect: expected,
    also: {
      about: 'further items in the same files',
      type: 'mappings',
      keys: {
        item_id: { ...draftKeys.item_id, required: true },
        parameters: draftKeys.parameters,
        expect: { ...expected, required: true },
      },
    },
  },
}
