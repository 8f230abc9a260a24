import { readdirSync, statSync } from 'node:fs'
import { isObject } from '#core/read'
import { ordinaryWorld, type ProgramAnswer, type World } from '#core/workspace'
import { delimiter, dirname, isAbsolute, join, plain, resolve } from '../disk-paths.ts'
import { readNamed, whyUnread } from './whole-file.ts'
import type { Machine } from './options.ts'
import { ReportedError } from './reported-error.ts'

/** H1: the machine's variables that a chain starts with. All other variables must be declared, or named by `--env`. */
const baseNames = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'TZ', 'TMPDIR', 'USER'] as const

/** The parts of the world that the user sets: variables, and a file of facts. */
export interface WorldRequest {
  /** `NAME=VALUE`, or `NAME` for the machine's own value. */
  readonly env: readonly string[]
  /**
   * JSON with any of `environ`, `files`, `programs`, `path_separator`; or the `draft.json` of an export, for its world.
   */
  readonly file: string | undefined
}

/** The world of a real directory: this machine as an interpreter search sees it. Reading it runs no program. */
export function machineWorld(request: WorldRequest, machine: Machine): World {
  const facts = request.file === undefined ? {} : readFacts(resolve(machine.cwd, request.file))
  const environ = { ...(facts.environ ?? baseEnviron(machine)), ...namedVariables(request.env, machine) }
  const world = {
    environ,
    programs: facts.programs ?? [],
    path_separator: facts.path_separator ?? (delimiter === ';' ? (';' as const) : (':' as const)),
  }
  return facts.files ? { ...world, files: facts.files } : withPrograms(world, environ['PATH'] ?? '')
}

function baseEnviron(machine: Machine): Record<string, string> {
  return Object.fromEntries(
    baseNames.flatMap((name) => (machine.env[name] === undefined ? [] : [[name, machine.env[name]]])),
  )
}

function namedVariables(given: readonly string[], machine: Machine): Record<string, string> {
  return Object.fromEntries(
    given.map((word) => {
      const cut = word.indexOf('=')
      const name = cut === -1 ? word : word.slice(0, cut)
      const value = cut === -1 ? machine.env[name] : word.slice(cut + 1)
      if (name === '' || value === undefined)
        throw new ReportedError('usage', `--env ${word}: no such variable. Use NAME=VALUE to set one.`)
      return [name, value]
    }),
  )
}

/**
 * A world with every file in the folders of `PATH`, for `system_binary` and similar (R6.3). Most commands need only one
 * or two of thousands of files, so files are checked individually, and the complete list is read only on demand.
 */
function withPrograms(world: Omit<World, 'files'>, path: string): World {
  const folders = [...new Set(path.split(delimiter).filter(isAbsolute).map(plain))]
  const inFolder = new Set(folders.map((folder) => dirname(join(folder, 'x'))))
  const known = new Map<string, boolean>()
  let all: readonly string[] | undefined
  return {
    ...world,
    get files() {
      return (all ??= folders.flatMap(programFiles))
    },
    hasFile(path) {
      // The workspace puts a slash before a drive.
      const file = path.replace(/^\/(?=[A-Z]:\/)/, '')
      const found = known.get(file) ?? (inFolder.has(dirname(file)) && join(file) === file && isFile(file))
      known.set(file, found)
      return found
    },
  }
}

function programFiles(folder: string): readonly string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter(isFile)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}

const fields: readonly string[] = ['environ', 'programs', 'files', 'path_separator'] satisfies (keyof World)[]

function readFacts(path: string): Partial<World> {
  const document = parsed(path)
  const written = 'item_id' in document ? recordIn(document['world']) : document
  // A draft contains only the differences from the page's default world.
  const facts = written === document ? document : { ...ordinaryWorld, ...written }
  const { environ, programs, files, path_separator } = facts
  const wrong = (field: string, wanted: string): never => {
    throw new ReportedError('usage', `--world ${path}: ${field} must be ${wanted}.`)
  }
  const unknown = Object.keys(written).find((name) => !fields.includes(name))
  if (unknown !== undefined)
    throw new ReportedError(
      'usage',
      `--world ${path}: unknown field ${JSON.stringify(unknown)}. The fields are ${fields.join(', ')}.`,
    )
  if (environ !== undefined && !(isObject(environ) && Object.values(environ).every(isText)))
    wrong('environ', 'an object with string values')
  if (files !== undefined && !(Array.isArray(files) && files.every(isText))) wrong('files', 'a list of paths')
  if (programs !== undefined && !(Array.isArray(programs) && programs.every(isAnswer)))
    wrong('programs', 'a list of {argv, return_code, stdout}')
  if (path_separator !== undefined && path_separator !== ':' && path_separator !== ';')
    wrong('path_separator', '":" or ";"')
  // Every field has been checked above.
  return facts as Partial<World>
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

function parsed(path: string): Readonly<Record<string, unknown>> {
  let facts: unknown
  try {
    facts = JSON.parse(readNamed(path).toString('utf8'))
  } catch (error) {
    throw new ReportedError(
      'usage',
      `--world ${path} cannot be read: ${error instanceof SyntaxError ? error.message : whyUnread(error)}.`,
    )
  }
  if (!isObject(facts)) throw new ReportedError('usage', `--world ${path} must contain one JSON object.`)
  return facts
}

function isAnswer(row: unknown): row is ProgramAnswer {
  if (!isObject(row)) return false
  const { argv, return_code, stdout } = row
  return Array.isArray(argv) && argv.every(isText) && Number.isSafeInteger(return_code) && isText(stdout)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
