import { expect, test } from 'vitest'
import { pureHost } from '../../pure-host.ts'
import { alice, bob, now, open, trust } from './fixtures.ts'
import { fileContentHash } from '../content-hash.ts'
import { readSigningKeys, signFile, signText, signingKeyPaths, trustKeyFile } from './sign.ts'
import type { SignedKind } from '../../rules/signing.ts'
import { verifyFile } from './verify.ts'

const tool = '/project/.ai/tools/t.py'
const body = '__version__ = "1.0.0"\n'

test.for<[string, SignedKind, string]>([
  ['/project/.ai/tools/a.py', 'tool', body],
  ['/project/.ai/tools/a.js', 'tool', '#!/usr/bin/env node\nx\n'],
  ['/project/.ai/tools/a.sh', 'tool', '#!/bin/sh\r\necho\r\n'],
  ['/project/.ai/tools/a.yaml', 'tool', ''],
  ['/project/.ai/tools/a.toml', 'tool', '\ufeffa = 1\n'],
  ['/project/.ai/tools/b.py', 'tool', `\0\u2028${'x'.repeat(100_000)}`],
  ['/project/.ai/config/c.yaml', 'config', '#!/x\na: 1\n'],
])('R10.5: %s as %s verifies after signing and writing, and signing again changes nothing', ([path, kind, text]) => {
  const { workspace, write } = open({ [path]: text, ...trust('/user', alice, alice) })
  const before = fileContentHash(workspace, path, kind)
  const once = signFile(workspace, path, kind, alice, now)
  if ('problem' in once) throw new Error(once.problem)
  write(once.path, once.text)
  workspace.refresh()
  expect(verifyFile(workspace, path, kind, 'element')).toMatchObject({ state: 'verified', content_hash: before })
  expect(signFile(workspace, path, kind, alice, now)).toEqual(once)
})

test('R10.5: the user space has a key pair, or the reason is reported', () => {
  const paths = signingKeyPaths('/user')
  const at = (private_key: string, public_key: string) =>
    readSigningKeys(open({ [paths.private_key]: private_key, [paths.public_key]: public_key }).workspace)
  expect(at(alice.private_key_pem, alice.public_key_pem)).toEqual(alice)
  expect(at(alice.private_key_pem, bob.public_key_pem)).toEqual({ problem: 'mismatch' })
  expect(at('', bob.public_key_pem)).toEqual({ problem: 'private-key' })
  expect(readSigningKeys(open({}).workspace)).toEqual({ problem: 'missing' })
})

test('R10.5: a file that cannot be signed is reported with a reason', () => {
  const { workspace } = open({ '/project/a.md': 'x', '/project/.ai/tools/package.json': '{}' })
  // JSON has no comments, so a signature line would break the file, although the reader would accept one (R10.1).
  expect(signFile(workspace, '/project/.ai/tools/package.json', 'tool', alice, now)).toEqual({ problem: 'no-format' })
  expect(signFile(workspace, '/project/a.md', 'tool', alice, now)).toEqual({ problem: 'no-format' })
  expect(signFile(workspace, '/project/b.py', 'tool', alice, now)).toEqual({ problem: 'unreadable' })
  expect(signText(pureHost, 'x', tool, 'tool', alice, 'today')).toEqual({ problem: 'timestamp' })
  expect(trustKeyFile(pureHost, '/user', { public_key_pem: 'x', owner: 'o' })).toEqual({ problem: 'public-key' })
})
