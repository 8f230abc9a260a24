import { expect, test } from 'vitest'
import { smallSnapshot } from '../testing/snapshots.ts'
import { applyEdit, doStep, statesOf } from './apply-edit.ts'
import type { Edit } from './edit.ts'
import type { Lesson } from './lesson.ts'

const path = '/project/.ai/tools/demo/tool.py'
const other = '/user/x'
const start = { ...smallSnapshot, files: { [path]: 'a = 1\nb = 2\n' } }

const filesAfter = (edit: Edit) => {
  const edited = applyEdit(start, edit)
  return edited.kind === 'changed' ? edited.snapshot.files : edited
}

test.for([
  { edit: { kind: 'replace', path, find: '1', put: '3' }, files: { [path]: 'a = 3\nb = 2\n' } },
  { edit: { kind: 'replace', path, find: '7', put: '2' }, files: { [path]: 'a = 1\nb = 2\n' } },
  { edit: { kind: 'write', path: other, text: 'new' }, files: { [path]: 'a = 1\nb = 2\n', [other]: 'new' } },
  { edit: { kind: 'remove', path }, files: {} },
  { edit: { kind: 'move', path, to: other }, files: { [other]: 'a = 1\nb = 2\n' } },
] as const)('an edit results in the expected files: $edit.kind', ({ edit, files }) => {
  expect(filesAfter({ files: [edit] })).toEqual(files)
})

test('an edit reports the path of a missing file, or of a file without the text to replace', () => {
  expect(filesAfter({ files: [{ kind: 'replace', path, find: '7', put: '8' }] })).toEqual({ kind: 'differs', path })
  expect(filesAfter({ files: [{ kind: 'move', path: other, to: path + 'x' }] })).toEqual({
    kind: 'differs',
    path: other,
  })
})

test('a change of dialect also changes the bundle', () => {
  expect(applyEdit(start, { files: [], dialect: 'kiwi' })).toMatchObject({ snapshot: { bundle: { id: 'ryeos-kiwi' } } })
})

test('"Do it" also works on a draft with another text, and leaves other files alone', () => {
  const step = (id: string, edit: Edit): Lesson['steps'][number] => ({
    id,
    text: '',
    kind: 'do',
    hint: null,
    goals: [],
    question: null,
    reveal: null,
    fixes: false,
    edit,
  })
  const lesson: Lesson = {
    ...{ id: 'a', chapter: '', title: 'A', text: '', learned: [] },
    steps: [
      step('one', { files: [{ kind: 'replace', path, find: 'a = 1', put: 'a = 3' }] }),
      step('two', { files: [{ kind: 'replace', path, find: 'b = 2', put: 'b = 4' }], search: 'global' }),
    ],
  }
  expect(statesOf(lesson, start).map(({ files }) => files[path])).toEqual([
    'a = 1\nb = 2\n',
    'a = 3\nb = 2\n',
    'a = 3\nb = 4\n',
  ])
  const messy = { ...start, files: { [path]: 'nothing of it', [other]: 'mine' } }
  expect(doStep(lesson, start, messy, 1)).toMatchObject({
    search: 'global',
    files: { [path]: 'a = 3\nb = 4\n', [other]: 'mine' },
  })
  expect(doStep(lesson, start, { ...start, files: { [path]: 'c\nb = 2' } }, 1).files).toEqual({ [path]: 'c\nb = 4' })
})
