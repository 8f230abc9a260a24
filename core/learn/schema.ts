import { goalKeys } from '../expect/goal-keys.ts'
import type { KeySchemas } from '../read/metadata/key-schema.ts'

/** The keys of an edit. */
export const editKeys: KeySchemas = {
  files: {
    about: 'changes to files, in this order',
    keys: {
      path: { about: 'the path of the file: `/project/...` or `/user/...`' },
      find: { about: 'the text to replace; only its first occurrence is replaced' },
      put: { about: 'the replacement' },
      text: { about: 'the complete new text; creates the file if it does not exist' },
      remove: { about: 'true deletes the file' },
      to: { about: 'the new path of the file' },
    },
  },
  item_id: { about: 'the item to analyze' },
  parameters: { about: 'the parameters, as JSON text' },
  search: { about: 'the search mode for executors', values: { scoped: 'R1.2', global: 'all three spaces' } },
  dialect: { about: 'the dialect, which also selects the system space' },
  dev_mode: { about: 'whether integrity errors are warnings (R10.4)' },
  world: { about: 'the world of the draft, in the format of a snapshot; replaces all earlier values' },
}

/** The keys of `ask`. Those up to `output` are for `predict`, the others for `order`. */
export const askKeys: KeySchemas = {
  winner: { about: 'the ID of an item: which file does Rye use?' },
  status: { about: 'true: is the chain ready, or refused, and by which rule?' },
  value: { about: 'JSON pointer into the analysis: what is the value?' },
  branch: { about: 'a node of the graph: which node is next?' },
  with: { about: 'the `state`, `inputs` and `result` that the conditions of the node refer to' },
  walk: { about: 'the answers of the calls, as `pins` of a walk test: which nodes does the graph visit?' },
  output: { about: 'true: what does the tool print? The answer requires a run' },
  chain: { about: 'true: the elements of the chain, from the tool to the primitive' },
  spaces: { about: 'the ID of an element: the spaces in which Rye searches for it, in order' },
  overrides: { about: 'JSON pointer to a value: its source, then the sources that it overrides' },
  template: { about: 'JSON pointer to a value: the replacements in its template, in order' },
}

/** The keys of a variation. */
export const variationKeys: KeySchemas = {
  if: { about: 'the condition under which the wrong answer is right, as in "the user space had no such file"' },
  ...editKeys,
}

const routeKeys: KeySchemas = {
  about: { about: 'a short description of the draft' },
  edits: { about: 'changes to the start, in this order, each in the format of `do`', keys: editKeys },
  stops_at: { about: 'for a near miss: the ID of the first step that is not done' },
}

/** The keys of the routes that test a lesson. */
export const routesKeys: KeySchemas = {
  passes: { about: 'drafts that must pass every step', keys: routeKeys },
  fails: { about: 'near misses: drafts that must fail at least one step', keys: routeKeys },
}

/** The known keys of a lesson, each with an explanation. A misspelled key is compared with them. */
export const lessonKeys: KeySchemas = {
  format: { about: 'always 1' },
  id: { about: 'the key under which progress is stored: lowercase letters, digits and hyphens; never change it' },
  chapter: { about: 'the chapter of the lesson' },
  title: { about: 'the title in the list of examples and above the lesson' },
  text: { about: 'the introduction: paragraphs, numbered lists, **strong** and `code`' },
  learned: { about: 'learning outcomes, one line each' },
  routes: { about: 'valid solutions and near misses that test the lesson', keys: routesKeys },
  steps: {
    about: 'the steps, in order',
    keys: {
      id: { about: 'the key under which the progress of this step is stored; never change it' },
      kind: {
        about: 'the kind of step',
        otherwise: 'do',
        values: {
          do: 'change the draft until the goals pass',
          predict: 'answer a question before the result is shown',
          order: 'put the parts of an answer in order',
          build: 'build an empty draft until the goals pass',
        },
        closed: 'it is an error',
      },
      ask: { about: 'the question of a `predict` or `order` step; the engine computes its answer', keys: askKeys },
      suppose: { about: 'a change that the question supposes; the draft stays unchanged', keys: editKeys },
      variations: { about: 'drafts with wrong answers, each in the format of `do`', keys: variationKeys },
      text: { about: 'the task' },
      hint: { about: 'the text of "Hint"' },
      goals: { about: 'the goals; the step is done when all are ticked', keys: goalKeys },
      reveal: {
        about: 'the target of "Show me where"',
        keys: {
          path: { about: 'a file' },
          find: { about: 'the text to select in the file' },
          value: { about: 'JSON pointer into the analysis; shows the source of this value' },
          answer: { about: 'the name of an answer under the chain, such as `command`' },
          rule: { about: 'a setting under the Rules button: `dialect`, `search` or `dev_mode`' },
        },
      },
      fixes: { about: 'true: the page offers quick fixes during this step', otherwise: 'false' },
      do: {
        about: 'the change that "Do it for me" makes; the learner can undo it, and it never runs a tool',
        keys: editKeys,
      },
    },
  },
}
