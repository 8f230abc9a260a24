import { randomBytes } from 'node:crypto'
import { makeKeyPair, signingKeyPaths } from '#core/trust'
import { nodeHost } from '../engine/node-host.ts'
import { realPath } from '../project/real-path.ts'
import { placeInside } from '../project/inside.ts'
import { writeNew } from '../project/write-whole.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { ReportedError } from '../project/reported-error.ts'
import { keyRoot } from '../project/signing.ts'
import { keyOption, machineOf } from './project-options.ts'

/** R10.5: create a signing key pair in the user space; only the owner can read the private key. */
export const keysCommand: Command = {
  name: 'keys',
  words: 'new',
  about: 'Create a key pair to sign tools.',
  more: 'Writes the keys to .ai/config/keys/signing in the user space. Never replaces existing keys.',
  options: { user: keyOption, json: { about: 'Print the fingerprint and the paths as JSON.' } },
  run(given, io) {
    if (given.words.join(' ') !== 'new') throw new ReportedError('usage', 'Pass one action: rye-chain keys new.')
    const root = keyRoot(given.text('user'), machineOf(io))
    const paths = signingKeyPaths(root)
    const pair = makeKeyPair(nodeHost, randomBytes(32))
    if ('problem' in pair) throw new Error('32 random bytes are a seed')
    const place = (path: string): string => placeInside([realPath(root) ?? root], path)
    writeNew([
      { path: place(paths.private_key), content: pair.private_key_pem, mode: 0o600 },
      { path: place(paths.public_key), content: pair.public_key_pem },
    ])
    if (given.flag('json')) printJson(io, { fingerprint: pair.fingerprint, ...paths })
    else {
      io.out(`New key ${pair.fingerprint}\n  ${paths.private_key}\n  ${paths.public_key}\n`)
      io.out(`To trust it in a project: rye-chain trust ${pair.fingerprint} --dir DIR\n`)
    }
    return 0
  },
}
