import { createHash } from 'node:crypto'
import { visible } from '#core/text'
import { join, resolve } from '../disk-paths.ts'
import { requireTree } from '../project/directory.ts'
import { FrozenTree } from '../project/frozen-tree.ts'
import { openProject } from '../project/project.ts'
import { realPath } from '../project/real-path.ts'
import { ReportedError } from '../project/reported-error.ts'
import { signedPath, signFiles } from '../project/sign.ts'
import { keyRoot, signingKeys } from '../project/signing.ts'
import { optionsFor, type AgentSettings } from './agent-settings.ts'
import type { Facts } from './fence.ts'

/** Files that can be signed after the user's approval. */
export interface ReadySigning {
  /** The digest of the key and the current content of every file. */
  readonly digest: string
  readonly shown: readonly string[]
  readonly commandLine: string
  /**
   * Sign the files. Returns those that now have a valid signature, and those that the disk refused, with the reason.
   */
  sign(): { readonly fingerprint: string; readonly files: readonly Facts[]; readonly not_signed: readonly Facts[] }
}

/**
 * Prepare files for signing. The signature covers the approved content, even if the disk changes meanwhile.
 * @throws ReportedError without a key, and for a file that cannot be signed or read
 */
export function readySigning(project: string, files: readonly string[], settings: AgentSettings): ReadySigning {
  const words = [...new Set(files.map((file) => insideOf(project, file)))]
  const { user } = settings.options
  const options = optionsFor(project, { ...settings, options: { user } })
  const keys = signingKeys(keyRoot(user, settings.machine))
  const { directory } = openProject({ ...options, files: (below) => new FrozenTree(below) })
  requireTree(directory)
  // The path is already resolved, so a link that replaces it is not followed.
  const targets = words.map((word) => ({ path: signedPath(word, directory), place: word }))
  const hash = createHash('sha256').update(JSON.stringify({ sign: keys.fingerprint, words }))
  for (const { path } of targets) {
    const content = directory.workspace.files.read(path)?.bytes
    if (content === undefined) throw new ReportedError('usage', `${directory.shown(path)} cannot be read.`)
    hash.update(createHash('sha256').update(content).digest())
  }
  return {
    digest: hash.digest('hex'),
    shown: [`with your key ${keys.fingerprint}:`, ...words.map((path) => `  ${visible(path)}`)],
    commandLine: settings.lines.sign(project, words),
    sign() {
      const { done, failed } = signFiles(targets, directory, keys)
      const rows = (all: typeof done | typeof failed) => all.map((row) => ({ ...row }))
      return { fingerprint: keys.fingerprint, files: rows(done), not_signed: rows(failed) }
    },
  }
}

/**
 * The real path of a project file.
 * @throws ReportedError for a path outside the project or through a link, because signing writes to the file.
 */
function insideOf(project: string, file: string): string {
  const path = resolve(project, file)
  const isHere = path.startsWith(join(project, '/')) && !path.includes('\0') && realPath(path) === path
  if (!isHere)
    throw new ReportedError(
      'usage',
      `${JSON.stringify(file.slice(0, 300))} is not in the project, or its path contains a symlink. Pass the real path of a file in the project.`,
    )
  return path
}
