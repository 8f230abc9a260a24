import { expect, test } from 'vitest'
import { exampleSnapshots, workspaceOfDraft } from '../../core/testing/examples.ts'
import { answerExpect } from './expect.ts'

test('only goals that pass now are offered', () => {
  const hello = exampleSnapshots()['hello-chain']!
  const files = { ...hello.files, '/project/.ai/tools/demo/greet.py': '}{ nonsense' }
  const asked = { workspace: workspaceOfDraft({ ...hello, files }), item_id: 'demo/greet', parameters: '{}' }
  const answer = answerExpect(asked, { kind: 'expectations', brief: false, world: undefined, results: {} })
  if (answer.kind !== 'expectations') throw new Error('another answer')
  const words = answer.offers.map((offer) => offer.words)
  expect(words).toContain('the problem metadata-syntax')
  expect(words).not.toContain('no problem metadata-syntax')
})
