import type { InterpreterType } from '../../rules/dialect.ts'
import { joinPath } from '../../text/path.ts'
import { limits } from '../../limits.ts'
import type { Attempt } from '../provenance.ts'
import { pyStrip } from '../../read/value/strip.ts'
import { pyStr } from '../../read/value/text.ts'
import { isList, isTruthy, PyTuple, type Dict, type Value } from '../../read/value/value.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { placesOnPath, programNames } from './program.ts'

/** The result of a search: every searched path, in order, and the found path (R6.3). */
export interface Search {
  readonly path: string | undefined
  readonly tried: readonly Attempt[]
  /**
   * The command whose output the search needs, if the world does not contain this output and no other search applies.
   */
  readonly unasked?: readonly string[] | undefined
}

/** A setting with the wrong type, or with too many places to search. */
export class WrongSetting {
  readonly field: string
  readonly found: string
  readonly expected: string
  constructor(field: string, value: Value, expected = 'text') {
    this.field = field
    this.found = pyStr(value).slice(0, 80)
    this.expected = expected
  }
}

/** R6.3: searches for an interpreter according to its type. Does not run programs: the world contains their output. */
export function searchInterpreter(workspace: Workspace, type: InterpreterType, config: Dict): Search | WrongSetting {
  switch (type) {
    case 'local_binary':
      return searchLocalBinary(workspace, config)
    case 'venv_python':
      return workspace.dialect.venvSearch ? searchSpaces(workspace, config, 'python3') : searchVenv(workspace, config)
    case 'node_modules':
      return searchNodeModules(workspace, config)
    case 'system_binary':
      return searchSystemBinary(workspace, config)
    case 'command':
      return askCommand(workspace, config)
    case 'version_manager':
      return askVersionManager(workspace, config)
    case 'generic':
      return searchSpaces(workspace, config, undefined)
  }
}

function tooManyPlaces(field: string): WrongSetting {
  const { interpreterPlaces } = limits
  return new WrongSetting(field, 'longer', `a list of at most ${interpreterPlaces} places (limit interpreterPlaces)`)
}

function searchLocalBinary(workspace: Workspace, config: Dict): Search | WrongSetting {
  const binary = config.get('binary')
  const paths = texts(config, 'search_paths')
  const candidates = texts(config, 'candidates')
  const roots = texts(config, 'search_roots')
  for (const list of [paths, candidates, roots]) if (list instanceof WrongSetting) return list
  if (!isTruthy(binary)) return { path: undefined, tried: [] }
  if (typeof binary !== 'string') return new WrongSetting('binary', binary ?? null)
  const names = new Set(
    [binary, ...(candidates as readonly string[])].flatMap((name) =>
      programNames(workspace.settings.world, name).flat(),
    ),
  )
  const bases = [...(roots as readonly string[]), workspace.settings.project]
  const folders = paths as readonly string[]
  if (bases.length * folders.length * names.size > limits.interpreterPlaces) return tooManyPlaces('search_paths')
  const places = bases.flatMap((root) =>
    folders.flatMap((path) => [...names].map((name) => joinPath(root, path, name))),
  )
  return firstFile(workspace, places)
}

function searchVenv(workspace: Workspace, config: Dict): Search | WrongSetting {
  const venv = config.get('venv_path') ?? '.venv'
  if (typeof venv !== 'string') return new WrongSetting('venv_path', venv)
  const names = ['bin/python', 'Scripts/python.exe', 'bin/python3']
  return firstFile(
    workspace,
    names.map((name) => joinPath(workspace.settings.project, venv, name)),
  )
}

function searchNodeModules(workspace: Workspace, config: Dict): Search | WrongSetting {
  const given = texts(config, 'search_paths')
  if (given instanceof WrongSetting) return given
  const absent = config.get('search_paths') === undefined || config.get('search_paths') === null
  const paths = absent ? ['node_modules/.bin'] : given
  if (paths.length > limits.interpreterPlaces) return tooManyPlaces('search_paths')
  const places = paths.flatMap((path) =>
    ['node', 'node.exe'].map((name) => joinPath(workspace.settings.project, path, name)),
  )
  return firstFile(workspace, places)
}

/**
 * Kiwi: searches the places in `search`. Default: the project's virtual environment, then the user's, then the system
 * binary (seed 002).
 */
function searchSpaces(workspace: Workspace, config: Dict, fixed: string | undefined): Search | WrongSetting {
  const search = texts(config, 'search')
  if (search instanceof WrongSetting) return search
  const binary = fixed ?? config.get('binary')
  if (!isTruthy(binary)) return { path: undefined, tried: [] }
  if (typeof binary !== 'string') return new WrongSetting('binary', binary ?? null)
  const { project, user } = workspace.settings
  const onPath = systemPaths(workspace, binary)
  if (search.length * (onPath.length + 1) > limits.interpreterPlaces) return tooManyPlaces('search')
  const places = (search.length > 0 ? search : ['project', 'user', 'system']).flatMap((space) => {
    if (space === 'project') return venvPlaces(workspace, project, binary)
    if (space === 'user') return venvPlaces(workspace, user, binary)
    return space === 'system' ? onPath : []
  })
  return firstFile(workspace, places)
}

function searchSystemBinary(workspace: Workspace, config: Dict): Search | WrongSetting {
  const binary = config.get('binary')
  if (!isTruthy(binary)) return { path: undefined, tried: [] }
  if (typeof binary !== 'string') return new WrongSetting('binary', binary ?? null)
  const asked = ask(workspace, ['which', binary])
  if (asked.known) return { path: firstLine(asked.stdout) || undefined, tried: [asked.attempt] }
  const searched = firstFile(workspace, binary.includes('/') ? [] : systemPaths(workspace, binary))
  return { path: searched.path, tried: [asked.attempt, ...searched.tried] }
}

function askCommand(workspace: Workspace, config: Dict): Search {
  const command = config.get('resolve_cmd')
  if (!isList(command) || command.length === 0 || !command.every((part) => typeof part === 'string')) {
    return { path: undefined, tried: [] }
  }
  const argv = command as readonly string[]
  const asked = ask(workspace, argv)
  return {
    path: firstLine(asked.stdout) || undefined,
    tried: [asked.attempt],
    unasked: asked.known ? undefined : argv,
  }
}

function askVersionManager(workspace: Workspace, config: Dict): Search {
  const [manager, version] = [config.get('manager'), config.get('version')]
  const managers = ['pyenv', 'nvm', 'rbenv', 'asdf']
  if (typeof manager !== 'string' || typeof version !== 'string' || version === '' || !managers.includes(manager)) {
    return { path: undefined, tried: [] }
  }
  const argv = manager === 'asdf' ? ['asdf', 'which', 'asdf', version] : [manager, 'which', version]
  const asked = ask(workspace, argv)
  return { path: pyStrip(asked.stdout) || undefined, tried: [asked.attempt], unasked: asked.known ? undefined : argv }
}

/**
 * The output of a program in the world; empty if the program failed. An argv that the world lacks is added to
 * `unanswered`.
 */
function ask(
  workspace: Workspace,
  argv: readonly string[],
): { readonly known: boolean; readonly stdout: string; readonly attempt: Attempt } {
  const { programs } = workspace.settings.world
  const answer = programs.find(
    (row) => row.argv.length === argv.length && row.argv.every((part, index) => part === argv[index]),
  )
  if (answer === undefined) workspace.unanswered.push(argv)
  const stdout = answer?.return_code === 0 ? answer.stdout : ''
  const note = answer === undefined ? 'not run' : `exit code ${answer.return_code}`
  return {
    known: answer !== undefined,
    stdout,
    attempt: { tried: argv.join(' '), found: firstLine(stdout) !== '', note },
  }
}

function systemPaths({ settings }: Workspace, binary: string): readonly string[] {
  return placesOnPath(binary, settings.world.environ['PATH'] ?? '/usr/bin', settings.world)
}

/** The places of a program in a virtual environment. Windows keeps programs in another folder. */
function venvPlaces(workspace: Workspace, root: string, binary: string): readonly string[] {
  const names = programNames(workspace.settings.world, binary).flat()
  const folders = names.length === 1 ? ['.venv/bin'] : ['.venv/bin', '.venv/Scripts']
  return folders.flatMap((folder) => names.map((name) => joinPath(root, folder, name)))
}

/** N8: the first path that is a regular file. */
function firstFile(workspace: Workspace, places: readonly string[]): Search {
  const tried: Attempt[] = []
  for (const path of places) {
    const found = workspace.isFile(joinPath('/', path))
    tried.push({ tried: path, found })
    if (found) return { path, tried }
  }
  return { path: undefined, tried }
}

function firstLine(text: string): string {
  return pyStrip(text).split('\n')[0] ?? ''
}

function texts(config: Dict, field: string): readonly string[] | WrongSetting {
  const value = config.get(field)
  if (value === undefined || value === null) return []
  const items = isList(value) ? value : value instanceof PyTuple ? value.items : undefined
  return items?.every((item) => typeof item === 'string')
    ? (items as readonly string[])
    : new WrongSetting(field, value)
}
