import type { KeySchemas } from '../read/metadata/key-schema.ts'

const verdicts = {
  ok: 'the rule allows the pair',
  failed: 'the rule forbids it',
  warning: 'something could not be read',
  'not-declared': 'nothing was declared',
}

/** The keys of a change of a draft. */
export const editKeys: KeySchemas = {
  files: {
    about: 'changes of files, in turn',
    keys: {
      path: { about: 'the file, as `/project/...` or `/user/...`' },
      find: { about: 'text that stands in the file; its first place is replaced' },
      put: { about: 'what takes its place' },
      text: { about: 'the whole new text; the file is made if it is not there' },
      remove: { about: 'true deletes the file' },
      to: { about: 'the path that the file is moved to' },
    },
  },
  item_id: { about: 'the item that is analysed' },
  parameters: { about: 'the parameters, as JSON text' },
  search: { about: 'how executors are searched', values: { scoped: 'R1.2', global: 'all three spaces' } },
  dialect: { about: 'the dialect; the system space changes with it' },
  dev_mode: { about: 'whether integrity errors are warnings (R10.4)' },
  world: { about: 'what is different outside the files, as in a snapshot; it takes the place of the former' },
}

/** The keys of one goal. */
export const goalKeys: KeySchemas = {
  at: { about: 'JSON pointer into the analysis; in a list `name:value` is the first member whose `name` is `value`' },
  in: {
    about: 'where the pointer leads into',
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
  count: { about: 'a list or object has so many members' },
  absent: { about: 'true: nothing stands at the pointer, or no diagnostic has the code' },
  code: { about: 'a diagnostic of this code is there; with `absent: true` none is' },
  pair: { about: 'the ids of child and parent of one link of the chain' },
  rule: {
    about: 'the rule of the pair',
    values: { space: 'R4.1', io: 'R4.2', version: 'R4.3' },
    closed: 'it is an error',
  },
  verdict: { about: 'what the rule says', values: verdicts, closed: 'it is an error' },
  ending: { about: 'how the simulated or real run ended, such as `exited` (R14.2); `in` chooses one of the two' },
  keep: { about: 'true: the goal unticks when it no longer holds', otherwise: 'false' },
}

const routeKeys: KeySchemas = {
  about: { about: 'what is special about it' },
  edits: { about: 'changes of the start, in turn, each written as `do`', keys: editKeys },
  stops_at: { about: 'of a near miss: the first step that is not done at its end' },
}

/** The keys of the workspaces that a lesson is held to. */
export const routesKeys: KeySchemas = {
  passes: { about: 'ways that must pass every step', keys: routeKeys },
  fails: { about: 'near misses, which must not', keys: routeKeys },
}

/** The keys of a lesson: what is read, what is explained, and what unknown keys are held against. */
export const lessonKeys: KeySchemas = {
  format: { about: 'always 1' },
  id: { about: 'what progress is kept under; small letters, digits and hyphens; it never changes' },
  chapter: { about: 'the chapter that it stands in' },
  title: { about: 'what the gallery and the drawer call it' },
  text: { about: 'what it is about: paragraphs, numbered lists, **strong** and `code`' },
  learned: { about: 'what one has learned at the end, a line each' },
  routes: { about: 'right workspaces and near misses that the lesson is tried with', keys: routesKeys },
  steps: {
    about: 'the steps, in order',
    keys: {
      id: { about: 'what its ticks are kept under; it never changes' },
      text: { about: 'what to do' },
      hint: { about: 'what to say to who asks' },
      goals: { about: 'what must hold; the step is done when all are ticked', keys: goalKeys },
      reveal: {
        about: 'what "Show me where" shows',
        keys: {
          path: { about: 'a file' },
          find: { about: 'the text in it that is selected' },
          value: { about: 'JSON pointer into the analysis: the place that gave this value' },
          answer: { about: 'the name of an answer below the chain, such as `command`' },
          rule: { about: 'a choice beside the item: `dialect`, `search` or `dev_mode`' },
        },
      },
      do: { about: 'what "Do it" does: one change that can be undone; it never runs anything', keys: editKeys },
    },
  },
}
