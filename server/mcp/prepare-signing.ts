import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandLine, visible } from '#core/text'
import type { ReadySigning } from './desk.ts'
import { UsageError } from '../cli/io.ts'
import { signCommand, signedPath, signFiles } from '../cli/sign.ts'
import { readArguments } from '../cli/command.ts'
import { keyRoot, signingKeys } from '../cli/signing.ts'
import { argumentsOf, ioOf, opened, refusing, type DeskSettings } from './calling.ts'
import { FrozenTree } from './frozen-tree.ts'

/** Make files ready to be signed: what is signed is what the digest covers, whatever happens to the disk meanwhile. */
export function prepareSigning(project: string, files: readonly string[], settings: DeskSettings): ReadySigning {
  const words = [...new Set(files.map((file) => insideOf(project, file)))]
  const io = ioOf(settings)
  const keys = signingKeys(keyRoot(readArguments(signCommand, argumentsOf(signCommand, project, [], settings)), io))
  const directory = opened(signCommand, project, settings, (below) => new FrozenTree(below))
  // The place is what was looked at: a link that comes there meanwhile is not followed.
  const targets = words.map((word) => ({ path: signedPath(word, directory, io), place: word }))
  const hash = createHash('sha256').update(JSON.stringify({ sign: keys.fingerprint, words }))
  for (const { path } of targets) {
    const content = directory.workspace.files.read(path)?.bytes
    if (content === undefined) throw new UsageError(`${directory.shown(path)} cannot be read.`)
    hash.update(createHash('sha256').update(content).digest())
  }
  return {
    digest: hash.digest('hex'),
    shown: [`with your key ${keys.fingerprint}:`, ...words.map((path) => `  ${visible(path)}`)],
    commandLine: commandLine(['rye-chain', 'sign', ...argumentsOf(signCommand, project, ['--', ...words], settings)]),
    sign: () =>
      refusing(() => {
        const { done, failed } = signFiles(targets, directory, keys, io)
        const rows = (all: typeof done | typeof failed) => all.map((row) => ({ ...row }))
        return { fingerprint: keys.fingerprint, files: rows(done), not_signed: rows(failed) }
      }),
  }
}

/** A file of a project by its real path: a link could lead out, and signing writes. */
function insideOf(project: string, file: string): string {
  const path = resolve(project, file)
  const isHere = path.startsWith(join(project, '/')) && realOf(path) === path
  if (!isHere)
    throw new UsageError(`${JSON.stringify(file.slice(0, 300))} is no file of the project, or is reached by a link.`)
  return path
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined // it is not there
  }
}
