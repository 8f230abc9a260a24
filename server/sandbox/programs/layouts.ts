import { basename, dirname, join } from 'node:path'
import { isFile, isFolder, namesIn } from './files.ts'

/** The folders that a language's interpreter reads, relative to the parent of its `bin` folder. */
interface Layout {
  readonly program: RegExp
  /** The file or folder that identifies an installation of the interpreter. */
  readonly landmark: string
  readonly parts: readonly string[]
}

const layouts: readonly Layout[] = [
  { program: /^ruby/, landmark: 'lib/ruby', parts: ['lib/ruby'] },
  { program: /^php/, landmark: 'lib/php', parts: ['lib/php', 'etc/php.ini', 'lib/php.ini'] },
  { program: /^(?:java|jshell|javac|jar)$/, landmark: 'release', parts: ['release', 'conf', 'lib', 'jre'] },
  {
    program: /^(?:go|gofmt)$/,
    landmark: 'src/runtime',
    parts: ['VERSION', 'go.env', 'bin', 'lib', 'misc', 'pkg', 'src'],
  },
  { program: /^(?:rustc|rustdoc|cargo)$/, landmark: 'lib/rustlib', parts: ['lib/rustlib'] },
]

/**
 * The files and folders that a language's interpreter reads in addition to itself and its libraries, for a program path
 * without symlinks.
 */
export function partsOf(program: string): readonly string[] {
  const name = basename(program)
  if (/^(?:python|pypy)/.test(name)) return pythonParts(program)
  const prefix = dirname(dirname(program))
  if (name.startsWith('perl'))
    return childrenOf(join(prefix, 'lib'), /^(?:perl5|5\.\d+(?:\.\d+)?|site_perl|vendor_perl)$/)
  const layout = layouts.find((one) => one.program.test(name) && isThere(join(prefix, one.landmark)))
  return (layout?.parts ?? []).map((part) => join(prefix, part)).filter(isThere)
}

/**
 * The folders of Python's library, by Python's own rule (getpath.py). The rule selects the first `lib/pythonX.Y` that
 * contains an `os.py`, in the folder of the program or a parent folder. Otherwise, it selects the folder that Python
 * was built with. A conda installation shares its `lib` with other programs of the same environment.
 */
export function pythonParts(program: string): readonly string[] {
  const version = /3\.\d+t?/.exec(basename(program))?.[0] ?? '3\\.\\d+t?'
  const library = new RegExp(`^(?:python|pypy)${version}$`)
  for (let above = dirname(program); above !== '/'; above = dirname(above)) {
    if (isFile(join(above, 'conda-meta/history')))
      return ['lib', 'ssl', 'share/zoneinfo', 'share/terminfo'].map((part) => join(above, part)).filter(isThere)
    const found = ['lib', 'lib64']
      .flatMap((name) => childrenOf(join(above, name), library))
      .filter((folder) => isFile(join(folder, 'os.py')))
    if (found.length > 0) return found
  }
  return []
}

/** The compiled modules of a Python library, which can load further libraries. */
export function modulesOf(library: string): readonly string[] {
  return childrenOf(join(library, 'lib-dynload'), /\.so$/)
}

/** The paths of those entries of a folder whose names match. */
export function childrenOf(folder: string, name: RegExp): readonly string[] {
  return namesIn(folder)
    .filter((one) => name.test(one))
    .map((one) => join(folder, one))
}

export function isThere(path: string): boolean {
  return isFile(path) || isFolder(path)
}
