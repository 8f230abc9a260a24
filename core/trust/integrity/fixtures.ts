import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Host } from '../../input/host.ts'
import { pureHost } from '../../pure-host.ts'
import { MemoryTree } from '../../input/memory-tree.ts'
import type { WorkspaceSettings } from '../../workspace/workspace-settings.ts'
import { Workspace } from '../../workspace/workspace.ts'
import { makeKeyPair, type KeyPair } from './pem.ts'
import { signText, trustKeyFile } from './sign.ts'
import type { SignedKind } from '../../rules/signing.ts'

// Fixtures for tests of integrity and lockfiles: a workspace in memory, a few keys, signed files.

const settings: WorkspaceSettings = {
  dialect: 'lillux',
  search: 'scoped',
  project: '/project',
  user: '/user',
  systems: [
    { bundle_id: 'core', version: '1.0.0', root: '/system' },
    { bundle_id: 'more', version: '1.0.0', root: '/more' },
  ],
  dev_mode: false,
  world: { environ: {}, programs: [], files: [], path_separator: ':' },
}

/** The time of every test signature. */
export const now = '2026-02-18T12:00:00Z'
const utf8 = (text: string) => utf8ToBytes(text)

/** A workspace over files in memory. */
export function open(files: Readonly<Record<string, string | Uint8Array>>, host: Host = pureHost) {
  const tree = new MemoryTree()
  const write = (path: string, text: string | Uint8Array) =>
    tree.write(path, typeof text === 'string' ? utf8(text) : text)
  for (const [path, text] of Object.entries(files)) write(path, text)
  return { workspace: new Workspace(settings, tree, host), tree, write }
}

/** The key pair with a number, the same in every test. */
export function keyPair(index: number): KeyPair {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, index + 1)
  const keys = makeKeyPair(pureHost, seed)
  if ('problem' in keys) throw new Error(keys.problem)
  return keys
}

export const [alice, bob, carol] = [keyPair(0), keyPair(1), keyPair(2)] as [KeyPair, KeyPair, KeyPair]

/** The trusted-key file of one key, signed by another key if one is given. */
export function trust(root: string, key: KeyPair, by?: KeyPair, owner = 'o'): Record<string, string> {
  const signed = by && { keys: by, timestamp: now }
  const file = trustKeyFile(pureHost, root, { public_key_pem: key.public_key_pem, owner }, signed)
  if ('problem' in file) throw new Error(file.problem)
  return { [file.path]: file.text }
}

/** The text with a signature. */
export function sign(text: string, path: string, keys: KeyPair, kind: SignedKind = 'tool'): string {
  const signed = signText(pureHost, text, path, kind, keys, now)
  if ('problem' in signed) throw new Error(signed.problem)
  return signed.text
}
