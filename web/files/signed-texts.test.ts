import { expect, test } from 'vitest'
import { signedTextCandidates } from './signed-texts.ts'

const path = '/project/.ai/tools/a.py'

test('the texts of the same path are first, then those of other spaces, then others with the same extension', () => {
  const candidates = signedTextCandidates(path, [
    {
      from: 'now',
      files: [
        ['/project/.ai/tools/b.py', 'other'],
        ['/project/.ai/tools/a.yaml', 'another kind'],
        [path, 'late'],
      ],
    },
    { from: 'then', files: [[path, 'early']] },
    { from: 'the system space', files: [['/system/s/.ai/tools/a.py', 'original']] },
  ])
  expect(candidates).toEqual([
    { from: 'now', text: 'late' },
    { from: 'then', text: 'early' },
    { from: 'the system space, /system/s/.ai/tools/a.py', text: 'original' },
    { from: 'now, /project/.ai/tools/b.py', text: 'other' },
  ])
})

test('each signed text is listed once, and binary files are not listed', () => {
  const candidates = signedTextCandidates(path, [
    { from: 'now', files: [[path, 'same']] },
    { from: 'then', files: [[path, 'same']] },
    { from: 'before', files: [[path, { base64: 'AA==' }]] },
  ])
  expect(candidates).toEqual([{ from: 'now', text: 'same' }])
})
