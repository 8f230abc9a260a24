import { basename, dirname, join } from 'node:path'
import { headOf, isFolder, isLink, isProgram, isSameFile, realOf } from './files.ts'
import { chosenVersions, type Surroundings } from './versions.ts'

/** A shim, which a version manager installs to start one of its programs. */
export interface Shim {
  /** pyenv, asdf, mise ... */
  readonly manager: string
  /**
   * The program that the manager would start; undefined if there is none. `system` means the next match in the `PATH`.
   */
  readonly target: { readonly path: string } | 'system' | undefined
}

/** Managers that keep versions in `ROOT/versions/VERSION/bin` and write scripts to `ROOT/shims`. */
const families = /(?:^|[\s"'/])((?:py|rb|nod|nd|go|pl|php|j|lua|cr|ex|swift|scala|r)env)["']?\s+exec\b/

/** Managers with other shims, by the name of the program that the shim's symlink leads to. */
const behindLinks: Readonly<Record<string, string>> = {
  mise: 'mise',
  rtx: 'mise',
  'volta-shim': 'volta',
  rustup: 'rustup',
  'rustup-init': 'rustup',
  'proto-shim': 'proto',
  snap: 'snapd',
}

/** The shim at a path; undefined for a program that starts directly. This reads files but runs no program. */
export function shimAt(path: string, around: Surroundings): Shim | undefined {
  const name = basename(path)
  const manager = managerOf(path, name)
  if (manager === undefined) return undefined
  const root = rootOf(manager, path, around)
  const versions = chosenVersions(manager, root, name, around)
  for (const version of versions) {
    if (version === 'system') return { manager, target: 'system' }
    const found = version.find((candidate) => isProgram(candidate) && !isSameFile(candidate, path))
    if (found !== undefined) return { manager, target: { path: found } }
  }
  return { manager, target: undefined }
}

function managerOf(path: string, name: string): string | undefined {
  const real = realOf(path) ?? path
  const behind = behindLinks[basename(real)]
  if (behind !== undefined && basename(real) !== name && name !== behind) return behind
  // rustup can be one file with several names.
  const rustup = join(dirname(path), 'rustup')
  if (name !== 'rustup' && !isLink(path) && isSameFile(path, rustup)) return 'rustup'
  if (basename(dirname(path)) === 'shims' && basename(dirname(dirname(path))) === '.proto') return 'proto'
  const head = headOf(path)
  if (head[0] !== 0x23 || head[1] !== 0x21) return undefined
  const text = head.toString('utf8')
  if (/(?:^|[\s"'/])asdf["']?\s+exec\b/m.test(text)) return 'asdf'
  if (/(?:^|[\s"'/])mise["']?\s+(?:x|exec)\b/m.test(text)) return 'mise'
  if (/^#!.*\bpkgx\b/.test(text)) return 'pkgx'
  return families.exec(text)?.[1]
}

/** The folder that contains a manager's versions. */
function rootOf(manager: string, path: string, { env, home }: Surroundings): string {
  const folder = dirname(path)
  const above = dirname(folder)
  const own = { mise: 'MISE_DATA_DIR', asdf: 'ASDF_DATA_DIR', volta: 'VOLTA_HOME', rustup: 'RUSTUP_HOME' }
  const named = env[Object.entries(own).find(([name]) => name === manager)?.[1] ?? `${manager.toUpperCase()}_ROOT`]
  if (named?.startsWith('/') === true) return named
  if (basename(folder) === 'shims') return above
  if (manager === 'volta' && isFolder(join(above, 'tools'))) return above
  return join(home, manager === 'mise' ? '.local/share/mise' : `.${manager}`)
}
