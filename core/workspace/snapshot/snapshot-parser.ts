import { isObject } from '../../read/value/object.ts'
import { dialectNames, isDialectName } from '../../rules/dialect.ts'
import { decodeBase64 } from '../../text/base64.ts'
import type { Snapshot } from './snapshot.ts'
import { pathConflict, pathProblem } from './snapshot-path.ts'
import { snapshotLimits, type SnapshotProblem } from './snapshot-problem.ts'
import { isBundleId, ownBundles, releasedBundles } from './snapshot-workspace.ts'
import { pointerTo } from '../../text/pointer.ts'
import { utf8Length } from '../../text/utf8-length.ts'

export type ParsedSnapshot =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot; readonly ignored: readonly string[] }
  | { readonly kind: 'rejected'; readonly problem: SnapshotProblem }

type Fields = Readonly<Record<string, unknown>>
type World = NonNullable<Snapshot['world']>
type Program = NonNullable<World['programs']>[number]

/**
 * Reads an external document as a snapshot, in canonical order of keys and files. Never throws. Omits unknown fields
 * and lists them in `ignored` as JSON pointers.
 */
export function parseSnapshot(json: unknown): ParsedSnapshot {
  const reader = new SnapshotReader()
  const snapshot = reader.read(json)
  if (reader.problem) return { kind: 'rejected', problem: reader.problem }
  return { kind: 'snapshot', snapshot, ignored: reader.ignored }
}

const mostIgnored = 100
const shortText = `text of at most ${snapshotLimits.shortText} characters`
const longText = `text of at most ${snapshotLimits.longText} characters`

/** Stores the first problem and continues with safe defaults, so that one expression can read all fields. */
class SnapshotReader {
  problem: SnapshotProblem | undefined
  readonly ignored: string[] = []

  read(json: unknown): Snapshot {
    const fields = asFields(json)
    const format = fields?.['format']
    if (typeof format === 'number' && format > 1) this.#reject({ code: 'future-version', found: format })
    else if (!fields || format !== 1) this.#reject({ code: 'not-a-snapshot' })
    const given = fields ?? {}
    const name = this.#text('/name', given['name'])
    const dialect = given['dialect']
    const search = this.#oneOf('/search', given['search'], ['scoped', 'global'] as const)
    const dev_mode = this.#flag('/dev_mode', given['dev_mode'])
    const bundle = this.#bundle('/bundle', given['bundle'])
    const systems = given['systems'] === undefined ? undefined : this.#systems(given['systems'], bundle)
    const item_id = this.#text('/item_id', given['item_id'])
    const parameters = this.#text('/parameters', given['parameters'], snapshotLimits.longText)
    const files = this.#files(
      given['files'],
      ownBundles(systems).map(({ id }) => id),
    )
    const world = given['world'] === undefined ? undefined : this.#world(given['world'])
    const lesson = given['lesson']
    const lessonText = lesson === undefined ? undefined : this.#text('/lesson', lesson, snapshotLimits.longText)
    const expected = given['expected'] === undefined ? undefined : this.#expected(given['expected'])
    if (!isDialectName(dialect)) this.#field('/dialect', `one of the dialects ${dialectNames.join(', ')}`)
    this.#skip('', given, snapshotFields)
    return {
      format: 1,
      name,
      dialect: isDialectName(dialect) ? dialect : 'lillux',
      search,
      dev_mode,
      bundle,
      ...(systems && { systems }),
      item_id,
      parameters,
      files,
      ...(world && { world }),
      ...(lessonText !== undefined && { lesson: lessonText }),
      ...(expected && { expected }),
    }
  }

  #bundle(pointer: string, json: unknown): Snapshot['bundle'] {
    const fields = this.#fields(pointer, json)
    this.#skip(pointer, fields, ['id', 'version'])
    return {
      id: this.#text(`${pointer}/id`, fields['id']),
      version: this.#text(`${pointer}/version`, fields['version']),
    }
  }

  #systems(json: unknown, bundle: Snapshot['bundle']): NonNullable<Snapshot['systems']> {
    const systems = this.#list('/systems', json).map((one, index) =>
      one === 'builtin' ? one : this.#bundle(`/systems/${index}`, one),
    )
    const own = ownBundles(systems).map(({ id }) => id)
    const product = [...new Set([bundle, ...releasedBundles].map(({ id }) => id))]
    // A bundle cannot have the ID of a product bundle, because the ID is the folder's name.
    const ids = systems.flatMap((one) => (one === 'builtin' ? product : one.id))
    if (systems.length > snapshotLimits.systems || !own.every(isBundleId) || new Set(ids).size < ids.length)
      this.#field('/systems', `a list of at most ${snapshotLimits.systems} bundles, each with its own plain ID`)
    return systems
  }

  #files(json: unknown, own: readonly string[]): Snapshot['files'] {
    const given = this.#fields('/files', json)
    const paths = Object.keys(given).sort()
    const most = snapshotLimits.files
    if (paths.length > most) {
      this.#reject({ code: 'too-many-files', found: paths.length, most })
      return {}
    }
    const files: [string, Snapshot['files'][string]][] = []
    let total = 0
    for (const path of paths) {
      const because = pathProblem(path, own)
      if (because) this.#reject({ code: 'bad-path', path, because })
      const content = this.#content(path, given[path])
      const bytes = typeof content === 'string' ? utf8Length(content) : base64Bytes(content.base64)
      if (bytes > snapshotLimits.fileBytes)
        this.#reject({ code: 'file-too-large', path, bytes, most: snapshotLimits.fileBytes })
      total += bytes
      files.push([path, content])
    }
    if (total > snapshotLimits.totalBytes)
      this.#reject({ code: 'too-large', bytes: total, most: snapshotLimits.totalBytes })
    const conflict = pathConflict(paths)
    if (conflict?.code === 'too-many-names') this.#reject({ code: 'too-many-names', most: snapshotLimits.names })
    else if (conflict) this.#reject({ code: 'bad-path', path: conflict.path, because: 'file-and-folder' })
    return Object.fromEntries(files)
  }

  #content(path: string, json: unknown): Snapshot['files'][string] {
    if (typeof json === 'string') return json
    const pointer = pointerTo('/files', path)
    const fields = asFields(json)
    const base64 = fields?.['base64']
    if (!fields || typeof base64 !== 'string' || !isBase64(base64)) {
      this.#field(pointer, 'a string or bytes as padded base64')
      return ''
    }
    this.#skip(pointer, fields, ['base64'])
    return { base64 }
  }

  #world(json: unknown): World {
    const fields = this.#fields('/world', json)
    const { environ, files, programs, path_separator } = fields
    this.#skip('/world', fields, ['environ', 'files', 'programs', 'path_separator'])
    return {
      ...(environ !== undefined && { environ: this.#environ(environ) }),
      ...(files !== undefined && { files: this.#texts('/world/files', files) }),
      ...(programs !== undefined && {
        programs: this.#list('/world/programs', programs).map((row, index) => this.#program(index, row)),
      }),
      ...(path_separator !== undefined && {
        path_separator: this.#oneOf('/world/path_separator', path_separator, [':', ';'] as const),
      }),
    }
  }

  #environ(json: unknown): NonNullable<World['environ']> {
    const entries = this.#entries('/world/environ', json).map(([name, value]) => {
      const pointer = pointerTo('/world/environ', name)
      // `__proto__` could be a variable name, but it is rejected here so that later steps need not handle it.
      if (name === '' || name === '__proto__' || /[=\0]/.test(name)) this.#field(pointer, 'the name of a variable')
      return [name, this.#text(pointer, value, snapshotLimits.longText)] as const
    })
    return Object.fromEntries(entries)
  }

  #program(index: number, json: unknown): Program {
    const pointer = `/world/programs/${index}`
    const fields = this.#fields(pointer, json)
    const code = fields['return_code']
    const return_code = typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined
    if (return_code === undefined) this.#field(`${pointer}/return_code`, 'a whole number')
    this.#skip(pointer, fields, ['argv', 'return_code', 'stdout'])
    const argv = this.#texts(`${pointer}/argv`, fields['argv'])
    const stdout = this.#text(`${pointer}/stdout`, fields['stdout'], snapshotLimits.longText)
    return { argv, return_code: return_code ?? 0, stdout }
  }

  #expected(json: unknown): NonNullable<Snapshot['expected']> {
    const fields = this.#fields('/expected', json)
    const digest = fields['plan_digest']
    const plan_digest = typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) ? digest : null
    if (digest !== null && plan_digest === null)
      this.#field('/expected/plan_digest', 'null or a SHA-256 hash in lowercase hex')
    this.#skip('/expected', fields, ['plan_digest', 'chain', 'values'])
    const { chain, values } = fields
    return {
      plan_digest,
      chain: this.#texts('/expected/chain', chain),
      ...(values !== undefined && { values: this.#values(values) }),
    }
  }

  #values(json: unknown): Readonly<Record<string, string>> {
    const entries = this.#entries('/expected/values', json)
    return Object.fromEntries(
      entries.map(([name, value]) => [name, this.#text(pointerTo('/expected/values', name), value)]),
    )
  }

  #fields(pointer: string, json: unknown): Fields {
    const fields = asFields(json)
    if (!fields) this.#field(pointer, 'an object')
    return fields ?? {}
  }

  /** The members of an object, sorted by name. */
  #entries(pointer: string, json: unknown): readonly (readonly [name: string, value: unknown])[] {
    const given = this.#fields(pointer, json)
    const names = Object.keys(given).sort()
    if (names.length > snapshotLimits.entries)
      this.#field(pointer, `an object of at most ${snapshotLimits.entries} names`)
    return names.slice(0, snapshotLimits.entries).map((name) => [name, given[name]])
  }

  #list(pointer: string, json: unknown): readonly unknown[] {
    if (Array.isArray(json) && json.length <= snapshotLimits.entries) return json
    this.#field(pointer, `a list of at most ${snapshotLimits.entries} entries`)
    return []
  }

  #texts(pointer: string, json: unknown): readonly string[] {
    return this.#list(pointer, json).map((item, index) => this.#text(`${pointer}/${index}`, item))
  }

  #text(pointer: string, json: unknown, most: number = snapshotLimits.shortText): string {
    if (typeof json === 'string' && json.length <= most) return json
    this.#field(pointer, most === snapshotLimits.shortText ? shortText : longText)
    return ''
  }

  #flag(pointer: string, json: unknown): boolean {
    if (typeof json !== 'boolean') this.#field(pointer, 'true or false')
    return json === true
  }

  #oneOf<const T extends readonly [string, ...string[]]>(pointer: string, json: unknown, choices: T): T[number] {
    const found = choices.find((choice) => choice === json)
    if (found === undefined) this.#field(pointer, `one of ${choices.join(' ')}`)
    return found ?? choices[0]
  }

  #skip(pointer: string, fields: Fields, known: readonly string[]): void {
    for (const key of Object.keys(fields)) {
      if (known.includes(key)) continue
      if (this.ignored.length >= mostIgnored) return
      const more = this.ignored.length === mostIgnored - 1
      this.ignored.push(more ? 'and more' : pointerTo(pointer, key))
    }
  }

  #field(pointer: string, wanted: string): void {
    this.#reject({ code: 'bad-field', pointer, wanted })
  }

  #reject(problem: SnapshotProblem): void {
    this.problem ??= problem
  }
}

const snapshotFields: readonly (keyof Snapshot)[] = [
  'format',
  'name',
  'dialect',
  'search',
  'dev_mode',
  'bundle',
  'systems',
  'item_id',
  'parameters',
  'files',
  'world',
  'lesson',
  'expected',
]

function asFields(json: unknown): Fields | undefined {
  if (!isObject(json)) return undefined
  // A copy without a prototype, so that every absent name is undefined.
  return Object.assign(Object.create(null) as Record<string, unknown>, json)
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !text.endsWith('===') && decodeBase64(text) !== undefined
}

function base64Bytes(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
}
