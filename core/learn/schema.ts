import type { KeySchemas } from '../read/metadata/key-schema.ts'

const verdicts = {
  ok: 'the rule allows the pair',
  failed: 'the rule forbids it',
  warning: 'something could not be read',
  'not-declared': 'nothing was declared',
}

/** The keys of an edit. */
export const editKeys: KeySchemas = {
  files: {
    about: 'changes of files, in turn',
    keys: {
      path: { about: 'the file, as `/project/...` or `/user/...`' },
      find: { about: 'text in the file; its first occurrence is replaced' },
      put: { about: 'the replacement' },
      text: { about: 'the whole new text; the file is created if it does not exist' },
      remove: { about: 'true deletes the file' },
      to: { about: 'the path that the file is moved to' },
    },
  },
  item_id: { about: 'the item that is analyzed' },
  parameters: { about: 'the parameters, as JSON text' },
  search: { about: 'how executors are searched', values: { scoped: 'R1.2', global: 'all three spaces' } },
  dialect: { about: 'the dialect; the system space changes with it' },
  dev_mode: { about: 'whether integrity errors are warnings (R10.4)' },
  world: { about: 'the values outside the files, as in a snapshot; replaces the former ones' },
}

/** The keys of one goal. */
export const goalKeys: KeySchemas = {
  at: { about: 'JSON pointer into the analysis; in a list `name:value` is the first member whose `name` is `value`' },
  in: {
    about: 'the document of the pointer',
    otherwise: 'analysis',
    values: {
      analysis: 'the analysis of the item',
      simulated: 'the simulated result',
      real: 'the real result',
      result: 'either result',
    },
    closed: 'it is an error',
  },
  is: { about: 'the value is exactly this' },
  contains: { about: 'a text has this part, a list this member, an object these members' },
  matches: { about: 'the pattern is found in the text (R16.4: time linear in the text)' },
  count: { about: 'the number of members of a list or object' },
  absent: { about: 'true: there is no value at the pointer, or no diagnostic with the code' },
  code: { about: 'there is a diagnostic with this code; with `absent: true` there is none' },
  pair: { about: 'the ids of child and parent of one link of the chain' },
  rule: {
    about: 'the rule of the pair',
    values: { space: 'R4.1', io: 'R4.2', version: 'R4.3' },
    closed: 'it is an error',
  },
  verdict: { about: 'the verdict of the rule', values: verdicts, closed: 'it is an error' },
  ending: { about: 'how the simulated or real run ended, such as `exited` (R14.2); `in` chooses one of the two' },
  keep: { about: 'true: the goal is unticked when it is no longer met', otherwise: 'false' },
}

const routeKeys: KeySchemas = {
  about: { about: 'its special feature' },
  edits: { about: 'changes of the start, in turn, each written as `do`', keys: editKeys },
  stops_at: { about: 'of a near miss: the first step that is not done at its end' },
}

/** The keys of the routes that test a lesson. */
export const routesKeys: KeySchemas = {
  passes: { about: 'workspaces that must pass every step', keys: routeKeys },
  fails: { about: 'near misses, which must not pass', keys: routeKeys },
}

/** The known keys of a lesson, each with an explanation. A misspelled key is compared with them. */
export const lessonKeys: KeySchemas = {
  format: { about: 'always 1' },
  id: { about: 'the key of progress: lower-case letters, digits and hyphens; never change it' },
  chapter: { about: 'its chapter' },
  title: { about: 'the title in the gallery and the drawer' },
  text: { about: 'its introduction: paragraphs, numbered lists, **strong** and `code`' },
  learned: { about: 'what the learner knows at the end, one line each' },
  routes: { about: 'right workspaces and near misses that test the lesson', keys: routesKeys },
  steps: {
    about: 'the steps, in order',
    keys: {
      id: { about: 'the key of its ticks; never change it' },
      text: { about: 'the task' },
      hint: { about: 'the text of "Hint"' },
      goals: { about: 'the goals; the step is done when all are ticked', keys: goalKeys },
      reveal: {
        about: 'what "Show me where" shows',
        keys: {
          path: { about: 'a file' },
          find: { about: 'the text in it to select' },
          value: { about: 'JSON pointer into the analysis: the place of this value' },
          answer: { about: 'the name of an answer under the chain, such as `command`' },
          rule: { about: 'a choice next to the item: `dialect`, `search` or `dev_mode`' },
        },
      },
      do: { about: 'the change of "Do it"; it can be undone and never runs anything', keys: editKeys },
    },
  },
}
