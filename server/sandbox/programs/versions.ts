import { dirname, join } from 'node:path'
import { parse, type TomlTable, type TomlValue } from 'smol-toml'
import { headOf, namesIn } from './files.ts'

/** The settings that determine which version a manager starts. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>
  readonly home: string
  /** The folder of the project on this machine; undefined if the project is not on disk. */
  readonly project: string | undefined
}

/**
 * The version that a manager is configured to use: the possible paths of its program, or `system` for the system's
 * program.
 */
export type ChosenVersion = readonly string[] | 'system'

/** The versions that a manager would try for a program, in order. The first one that contains the program is used. */
export function chosenVersions(
  manager: string,
  root: string,
  name: string,
  around: Surroundings,
): readonly ChosenVersion[] {
  if (manager.endsWith('env')) return ofFamily(manager, root, name, around)
  if (manager === 'asdf' || manager === 'mise') return ofInstalls(manager, root, name, around)
  if (manager === 'volta') return ofVolta(root, name, around)
  return manager === 'rustup' ? ofRustup(root, name, around) : []
}

/** A version that is a plain folder name, so it cannot lead to another folder. */
const plain = /^\w[\w.+@-]*$/

const familyFiles: Readonly<Record<string, string>> = {
  pyenv: '.python-version',
  rbenv: '.ruby-version',
  nodenv: '.node-version',
  ndenv: '.node-version',
  goenv: '.go-version',
  plenv: '.perl-version',
  phpenv: '.php-version',
  jenv: '.java-version',
}

function ofFamily(manager: string, root: string, name: string, around: Surroundings): readonly ChosenVersion[] {
  const file = familyFiles[manager] ?? `.${manager.slice(0, -3)}-version`
  const text =
    around.env[`${manager.toUpperCase()}_VERSION`] ??
    above(around.project)
      .map((folder) => textOf(join(folder, file)))
      .find((one) => one.trim() !== '') ??
    textOf(join(root, 'version'))
  const words = wordsOf(text.replaceAll(':', '\n'))
  return (words.length === 0 ? ['system'] : words).flatMap((word): readonly ChosenVersion[] => {
    if (word === 'system') return ['system']
    const versions = [word, word.replace(/^(?:python|ruby|node|go|perl|php|java)?-?v?(?=\d)/, '')]
    const folders = versions
      .filter((one) => plain.test(one))
      .flatMap((one) => versionsLike(join(root, 'versions'), one))
    return [folders.map((folder) => join(folder, 'bin', name))]
  })
}

/** The versions of asdf and mise: those of any tool whose configured version contains a program with this name. */
function ofInstalls(manager: string, root: string, name: string, around: Surroundings): readonly ChosenVersion[] {
  const chosen = new Map<string, readonly string[]>()
  const take = (pairs: readonly (readonly [tool: string, versions: readonly string[]])[]): void => {
    for (const [tool, versions] of pairs) if (!chosen.has(tool)) chosen.set(tool, versions)
  }
  const prefix = `${manager.toUpperCase()}_`
  for (const [key, value] of Object.entries(around.env)) {
    const tool = key.startsWith(prefix) ? /^(.+)_VERSION$/.exec(key.slice(prefix.length))?.[1] : undefined
    if (tool !== undefined) take([[tool.toLowerCase().replaceAll('_', '-'), wordsOf(value)]])
  }
  for (const folder of [...above(around.project), around.home]) {
    if (manager === 'mise') for (const file of miseFiles) take(miseTools(join(folder, file)))
    take(toolVersions(textOf(join(folder, '.tool-versions'))))
  }
  if (manager === 'mise') take(miseTools(join(around.home, '.config/mise/config.toml')))
  return [...chosen].flatMap(([tool, versions]) => {
    const installed = folderOf(manager, root, tool)
    return versions.flatMap((version): readonly ChosenVersion[] => {
      if (version === 'system') return hasProgram(installed, name) ? ['system'] : []
      if (!plain.test(version)) return []
      return [versionsLike(installed, version).flatMap((folder) => [join(folder, 'bin', name), join(folder, name)])]
    })
  })
}

/** The settings files of mise, in order of precedence. */
const miseFiles = [
  ...['mise.local.toml', '.mise.local.toml', 'mise.toml', '.mise.toml', 'mise/config.toml', '.mise/config.toml'],
  ...['.config/mise.toml', '.config/mise/config.toml'],
]

/** Tools whose names differ between mise and asdf. */
const aliases: Readonly<Record<string, string>> = { nodejs: 'node', golang: 'go' }

/** The folder that contains a tool's versions. */
function folderOf(manager: string, root: string, tool: string): string {
  const name = manager === 'mise' ? (aliases[tool] ?? tool) : tool
  return join(root, 'installs', name.replace(/[^\w.-]+/g, '-'))
}

function hasProgram(folder: string, name: string): boolean {
  return namesIn(folder).some((version) => namesIn(join(folder, version, 'bin')).includes(name))
}

/** The tools and versions in a file with one `tool version ...` per line. */
function toolVersions(text: string): readonly (readonly [string, readonly string[]])[] {
  return text.split('\n').flatMap((line) => {
    const [tool, ...versions] = wordsOf(line)
    return tool === undefined ? [] : [[tool, versions] as const]
  })
}

/** The `tools` table of a mise file. Each value is a version, a list of versions, or tables with `version`. */
function miseTools(path: string): readonly (readonly [string, readonly string[]])[] {
  const { tools = {} } = tableIn(path)
  return typeof tools === 'object' && !Array.isArray(tools)
    ? Object.entries(tools).map(([tool, value]) => [tool.replace(/^core:/, ''), [value].flat().flatMap(miseVersion)])
    : []
}

function miseVersion(value: TomlValue): readonly string[] {
  if (typeof value === 'object' && 'version' in value) return [value.version].flatMap(miseVersion)
  return typeof value === 'object' ? [] : [String(value).replace(/^prefix:/, '')]
}

/** Maximum number of bytes to read from a TOML document, because mise also stores scripts in it. */
const TOML_BYTES = 1 << 20

/** A TOML document; empty if it is invalid. */
function tableIn(path: string): TomlTable {
  try {
    return parse(headOf(path, TOML_BYTES).toString('utf8'))
  } catch {
    return {}
  }
}

function ofVolta(root: string, name: string, { project }: Surroundings): readonly ChosenVersion[] {
  const pinned = above(project)
    .map((folder) => /"volta"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]+)"/.exec(textOf(join(folder, 'package.json')))?.[1])
    .find((version) => version !== undefined)
  const usual = /"runtime"\s*:\s*"([^"]+)"/.exec(textOf(join(root, 'tools/user/platform.json')))?.[1]
  const version = pinned ?? usual ?? ''
  return plain.test(version) ? [[join(root, 'tools/image/node', version, 'bin', name)]] : []
}

function ofRustup(root: string, name: string, { env, project }: Surroundings): readonly ChosenVersion[] {
  const pinned = above(project)
    .flatMap((folder) => ['rust-toolchain.toml', 'rust-toolchain'].map((file) => textOf(join(folder, file))))
    .find((text) => text.trim() !== '')
  const channel = pinned === undefined ? undefined : (/channel\s*=\s*"([^"]+)"/.exec(pinned)?.[1] ?? pinned.trim())
  const usual = /^default_toolchain\s*=\s*"([^"]+)"/m.exec(textOf(join(root, 'settings.toml')))?.[1]
  const version = env['RUSTUP_TOOLCHAIN'] ?? channel ?? usual ?? ''
  if (!plain.test(version)) return []
  return [versionsLike(join(root, 'toolchains'), version).map((folder) => join(folder, 'bin', name))]
}

/** A folder and its parent folders, in which managers search for their files. */
function above(folder: string | undefined): readonly string[] {
  if (folder === undefined) return []
  const folders = [folder]
  for (let here = folder; dirname(here) !== here; here = dirname(here)) folders.push(dirname(here))
  return folders
}

function textOf(path: string): string {
  return headOf(path).toString('utf8')
}

/** The words of a settings file, without its comments. */
function wordsOf(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => line.replace(/#.*$/, '').split(/\s+/))
    .filter((word) => word !== '')
}

/**
 * The names in a folder of versions that match a version: the version itself, then the versions that start with it,
 * newest first.
 */
function versionsLike(folder: string, version: string): readonly string[] {
  const names = namesIn(folder).filter((name) => name.startsWith(`${version}.`) || name.startsWith(`${version}-`))
  const newest = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return [version, ...newest].map((name) => join(folder, name))
}
