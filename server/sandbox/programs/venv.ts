import { basename, dirname, join } from 'node:path'
import { headOf, isFile, isFolder, isLink, namesIn, realOf } from './files.ts'
import { childrenOf, isThere } from './layouts.ts'
import { scriptOf } from './script.ts'

/** The parts of a Python environment that its programs need. */
export interface Environment {
  readonly folder: string
  /** The folders and files in `folder` that Python reads. */
  readonly parts: readonly string[]
  /** Symlinks in `folder` to its interpreter, and `lib64`. */
  readonly links: readonly string[]
  /**
   * The folder of the interpreter that created the environment, as recorded in `pyvenv.cfg`; undefined if it is not
   * recorded.
   */
  readonly home: string | undefined
}

const interpreter = /^(?:python|pypy)(?:\d[\d.]*t?)?$/
const library = /^(?:python|pypy)3\.\d+t?$/

/** The environment that contains a program in its `bin` folder (PEP 405); undefined if the program is in none. */
export function environmentOf(program: string): Environment | undefined {
  const folder = dirname(dirname(program))
  const settings = join(folder, 'pyvenv.cfg')
  if (!isFile(settings)) return undefined
  const home = /^\s*home\s*=\s*(\/.*?)\s*$/m.exec(headOf(settings).toString('utf8'))?.[1]
  const libraries = ['lib', 'lib64'].flatMap((name) => childrenOf(join(folder, name), library))
  const parts = [settings, ...programsOf(folder), ...libraries, join(folder, 'site-packages')]
  // A symlink can lead outside the environment, to files that do not belong to it.
  const real = realOf(folder) ?? folder
  return {
    folder,
    parts: parts.filter((part) => isThere(part) && realOf(part) === real + part.slice(folder.length)),
    links: [...childrenOf(join(folder, 'bin'), interpreter), join(folder, 'lib64')].filter(isLink),
    home,
  }
}

/**
 * The `bin` folder of an environment, if it contains only programs of the environment; otherwise, only those programs.
 * Users can create an environment in their home directory, or in `~/.local`.
 */
function programsOf(folder: string): readonly string[] {
  const bin = join(folder, 'bin')
  const names = namesIn(bin)
  const own = names.filter((name) => isOwn(bin, name))
  return own.length === names.length ? [bin] : own.map((name) => join(bin, name))
}

function isOwn(bin: string, name: string): boolean {
  const path = join(bin, name)
  if (interpreter.test(name) || /^(?:[Aa]ctivate|deactivate|pydoc)/.test(name)) return true
  if (name === '__pycache__') return isFolder(path)
  const read = scriptOf(path)?.interpreter ?? ''
  return dirname(read) === bin && interpreter.test(basename(read))
}
