import { expect, test } from 'vitest'
import { open } from '../../testing/workspace.ts'
import { tool } from '../../testing/worst/attack.ts'
import { alice, sign, trust } from './fixtures.ts'

const path = '/project/.ai/tools/t.yaml'
const text = tool('config: {command: ls}')[path] ?? ''
const signed = sign(text, path, alice)
const fp = alice.fingerprint
test.for([
  { name: 'good', text: signed, keys: trust('/user', alice), event: { verified: true, key_fp: fp } },
  { name: 'of an unknown key', text: signed, keys: {}, event: { verified: false, key_fp: fp } },
  {
    name: 'broken by a change',
    text: `${signed}# x\n`,
    keys: trust('/user', alice),
    event: { verified: false, key_fp: fp },
  },
  { name: 'malformed', text: signed.replace('Z:', ':'), keys: {}, event: { verified: false, key_fp: null } },
  { name: 'absent', text, keys: {}, event: { verified: false, key_fp: null } },
])('R13.1: the trace names the key of a signature that is $name', ({ text: content, keys, event }) => {
  const { trace } = open({ files: { [path]: content, ...keys } }).analyze('t')
  expect(trace.find(({ step }) => step === 'verify_integrity')).toMatchObject({ item_id: 't', ...event })
})
