import { expect, test } from 'vitest'
import { alice, bob, open, sign, trust } from './fixtures.ts'
import { findSignedText } from './signed-text.ts'

const tool = '/project/.ai/tools/t.py'
const body = 'a = 1\nb = 2\n'
const signed = sign(body, tool, alice)
const changed = `#!/usr/bin/env python3\n${signed.replace('b = 2', 'b = 3')}`
const find = (text: string, candidates: readonly string[]) =>
  findSignedText(open({ [tool]: text, ...trust('/user', alice) }).workspace, tool, 'tool', candidates)

test.for([
  { name: 'unsigned', text: body },
  { name: 'signed', text: signed },
  { name: 'signed by another key', text: sign(body, tool, bob) },
  { name: 'with other line endings', text: body.replaceAll('\n', '\r\n') },
  { name: 'with another shebang', text: `#!/bin/python\n${body}` },
])('R10.2: the signed text is found by its hash: $name', ({ text }) => {
  expect(find(changed, ['b = 2\n', text, body])).toEqual({
    index: 1,
    state: 'verified',
    signed: changed.replace('b = 3', 'b = 2'),
    now: changed,
  })
})

test('the restored signed text is verified', () => {
  expect(find(find(changed, [body])?.signed ?? '', [body])).toMatchObject({ state: 'verified' })
})

test('content with a different hash is not accepted', () => {
  expect(find(changed, [])).toBeUndefined()
  expect(find(changed, [changed, `${body}\n`, ''])).toBeUndefined()
})

test('the signed text does not identify its signer unless the key is trusted and the signature is valid', () => {
  const by = sign(body, tool, bob).replace('b = 2', 'b = 3')
  expect(find(by, [body])?.state).toBe('untrusted-key')
  const other = /[\w-]{86}/.exec(sign('c\n', tool, alice))?.[0] ?? ''
  expect(find(changed.replace(/[\w-]{86}/, other), [body])?.state).toBe('bad-signature')
})

test.for([body, '# rye:signed:x\n'])('a file without a readable signature has no signed text: %s', (text) => {
  expect(find(text, [body])).toBeUndefined()
})
