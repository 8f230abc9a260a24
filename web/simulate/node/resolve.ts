import { exports as exportsOf, imports as importsOf } from 'resolve.exports'
import { NodeFault } from './fault.ts'
import type { Volume } from '../host/volume.ts'

/** The fields of `package.json` that affect module resolution. */
export interface Manifest {
  readonly name: string
  readonly main?: unknown
  readonly exports?: unknown
  readonly imports?: unknown
  readonly type?: unknown
}

/** The resolution rules: those of `require`, of `import`, or the lenient rules of a TypeScript runner. */
export type Rules = 'require' | 'import' | 'lenient'

const scriptEndings = ['', '.js', '.json', '.node']
const lenientEndings = ['', '.ts', '.tsx', '.js', '.json', '.mts', '.cts', '.mjs', '.cjs']

/** Resolves requests to files, according to Node's documented rules for `require` and `import`. */
export class NodeResolver {
  readonly #volume: Volume

  constructor(volume: Volume) {
    this.#volume = volume
  }

  /**
   * The path of a module.
   * @throws Node's error if the module cannot be resolved. The caller handles built-in modules.
   */
  resolve(request: string, from: string, rules: Rules): string {
    const folder = folderOf(from)
    if (request.startsWith('#')) return this.#ownImport(request, from, rules)
    if (/^\.{0,2}\//.test(request) || request === '.' || request === '..' || request.startsWith('file:'))
      return this.#place(request, folder, from, rules)
    if (/^[a-z][a-z+.-]*:/i.test(request) && rules === 'import')
      throw new NodeFault(
        'ERR_UNSUPPORTED_ESM_URL_SCHEME',
        `Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol '${request.split(':')[0]}:'`,
      )
    return this.#inPackages(request, from, rules)
  }

  /** The main file of the command line; undefined if it does not exist. */
  main(path: string, lenient: boolean): string | undefined {
    return this.#file(path, lenient ? lenientEndings : scriptEndings) ?? this.#folder(path, lenient)
  }

  /** The nearest `package.json` of a file, with its folder; undefined if its package has none. */
  manifestFor(path: string): { readonly folder: string; readonly manifest: Manifest } | undefined {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const manifest = this.#manifest(folder)
      if (manifest !== undefined) return { folder, manifest }
      if (folder === '/' || folder.endsWith('/node_modules')) return undefined
    }
  }

  #place(request: string, folder: string, from: string, rules: Rules): string {
    const spelled = request.startsWith('file:') || rules === 'import' ? urlPath(request, folder) : undefined
    const full = normal(spelled ?? (request.startsWith('/') ? request : `${folder}/${request}`))
    if (rules === 'import') {
      if (request.endsWith('/') || this.#kind(full) === 'directory')
        throw new NodeFault(
          'ERR_UNSUPPORTED_DIR_IMPORT',
          `Directory import '${full}' is not supported resolving ES modules imported from ${from}`,
        )
      if (this.#kind(full) === 'file') return full
      throw new NodeFault('ERR_MODULE_NOT_FOUND', `Cannot find module '${full}' imported from ${from}`)
    }
    const lenient = rules === 'lenient'
    const file = request.endsWith('/') ? undefined : this.#file(full, lenient ? lenientEndings : scriptEndings)
    const found = file ?? this.#folder(full, lenient)
    if (found === undefined) throw new NodeFault('MODULE_NOT_FOUND', `Cannot find module '${request}'`)
    return found
  }

  #file(path: string, endings: readonly string[]): string | undefined {
    const found = endings.map((ending) => path + ending).find((candidate) => this.#kind(candidate) === 'file')
    if (found !== undefined || endings !== lenientEndings) return found
    const source = path.replace(/\.([mc]?)js$/, '.$1ts')
    return source !== path && this.#kind(source) === 'file' ? source : undefined
  }

  #folder(path: string, lenient: boolean): string | undefined {
    const endings = lenient ? lenientEndings : scriptEndings
    if (this.#kind(path) !== 'directory') return undefined
    const { main } = this.#manifest(path) ?? {}
    if (typeof main === 'string' && main !== '') {
      const named = normal(`${path}/${main}`)
      const found = this.#file(named, endings) ?? this.#file(`${named}/index`, endings.slice(1))
      if (found !== undefined) return found
    }
    return this.#file(`${path}/index`, endings.slice(1))
  }

  #inPackages(request: string, from: string, rules: Rules): string {
    const parts = request.split('/')
    const name = parts.slice(0, request.startsWith('@') ? 2 : 1).join('/')
    const inner = parts.slice(request.startsWith('@') ? 2 : 1).join('/')
    const own = this.manifestFor(from)
    if (own !== undefined && own.manifest.name === name && own.manifest.exports !== undefined)
      return this.#exported(own.folder, own.manifest, inner, from, rules)
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      const root = `${folder === '/' ? '' : folder}/node_modules/${name}`
      if (!folder.endsWith('/node_modules') && this.#kind(root) === 'directory') {
        const found = this.#inPackage(root, inner, from, rules)
        if (found !== undefined) return found
      }
      if (folder === '/') break
    }
    if (rules === 'import')
      throw new NodeFault('ERR_MODULE_NOT_FOUND', `Cannot find package '${name}' imported from ${from}`)
    throw new NodeFault('MODULE_NOT_FOUND', `Cannot find module '${request}'`)
  }

  #inPackage(root: string, inner: string, from: string, rules: Rules): string | undefined {
    const manifest = this.#manifest(root)
    if (manifest?.exports !== undefined) return this.#exported(root, manifest, inner, from, rules)
    if (rules !== 'import') {
      const path = inner === '' ? root : normal(`${root}/${inner}`)
      const endings = rules === 'lenient' ? lenientEndings : scriptEndings
      return (inner === '' ? undefined : this.#file(path, endings)) ?? this.#folder(path, rules === 'lenient')
    }
    if (inner !== '') return this.#place(`./${inner}`, root, from, rules)
    const found = this.#folder(root, false)
    if (found !== undefined) return found
    throw new NodeFault('ERR_MODULE_NOT_FOUND', `Cannot find package '${root}/package.json' imported from ${from}`)
  }

  #exported(root: string, manifest: Manifest, inner: string, from: string, rules: Rules): string {
    const key = inner === '' ? '.' : `./${inner}`
    let targets: readonly string[] | void
    try {
      targets = exportsOf({ name: manifest.name, exports: manifest.exports }, key, { require: rules === 'require' })
    } catch {
      targets = undefined
    }
    const target = targets?.[0]
    if (target === undefined) {
      const what = key === '.' ? 'No "exports" main defined' : `Package subpath '${key}' is not defined by "exports"`
      const where = rules === 'import' ? ` imported from ${from}` : ''
      throw new NodeFault('ERR_PACKAGE_PATH_NOT_EXPORTED', `${what} in ${root}/package.json${where}`)
    }
    return this.#target(normal(`${root}/${target}`), from, rules)
  }

  #ownImport(request: string, from: string, rules: Rules): string {
    const own = this.manifestFor(from)
    let target: string | undefined
    try {
      const { name = '', imports } = own?.manifest ?? { name: '' }
      target = importsOf({ name, imports: imports as never }, request, { require: rules === 'require' })?.[0]
    } catch {
      target = undefined
    }
    if (own === undefined || target === undefined) {
      const where = own === undefined ? '' : ` in package ${own.folder}/package.json`
      throw new NodeFault(
        'ERR_PACKAGE_IMPORT_NOT_DEFINED',
        `Package import specifier "${request}" is not defined${where} imported from ${from}`,
        'TypeError',
      )
    }
    return target.startsWith('.')
      ? this.#target(normal(`${own.folder}/${target}`), from, rules)
      : this.resolve(target, `${own.folder}/package.json`, rules)
  }

  /**
   * Resolve a target of `exports` or `imports`, without adding an extension.
   * @throws NodeFault if it is not a file
   */
  #target(path: string, from: string, rules: Rules): string {
    if (this.#kind(path) === 'file') return path
    if (rules !== 'require')
      throw new NodeFault('ERR_MODULE_NOT_FOUND', `Cannot find module '${path}' imported from ${from}`)
    throw new NodeFault('MODULE_NOT_FOUND', `Cannot find module '${path}'`)
  }

  #manifest(folder: string): Manifest | undefined {
    const path = `${folder === '/' ? '' : folder}/package.json`
    if (this.#kind(path) !== 'file') return undefined
    try {
      const manifest: unknown = JSON.parse(new TextDecoder().decode(this.#volume.read(path)))
      const fields = typeof manifest === 'object' && manifest !== null ? (manifest as Partial<Manifest>) : {}
      return { ...fields, name: typeof fields.name === 'string' ? fields.name : '' }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new NodeFault('ERR_INVALID_PACKAGE_CONFIG', `Invalid package config ${path}. ${reason}`)
    }
  }

  #kind(path: string): 'file' | 'directory' | undefined {
    const kind = this.#volume.find(path)?.kind
    return kind === 'link' ? undefined : kind
  }
}

function urlPath(request: string, folder: string): string {
  return decodeURIComponent(new URL(request, `file://${folder === '/' ? '' : folder}/`).pathname)
}

function folderOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return '/' + parts.join('/')
}
