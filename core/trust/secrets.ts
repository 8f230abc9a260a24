import { extensionOf, nameOf } from '../text/path.ts'
import { purePorts, type Ports } from '../input/host.ts'
import { decodeBase64 } from '../text/base64.ts'
import { readJson } from '../read/read-json.ts'
import { isObject } from '../read/value/object.ts'
import { isNamedSecret, isSecretAssignment, secretShapes } from './secret-shapes.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

/** A possible secret in a draft: its place, and a fingerprint instead of its value. */
export interface Secret {
  /** The path of the file; `parameters` or `world` for a secret outside files. */
  readonly path: string
  /** The variable's name, or the kind of secret. */
  readonly name: string
  readonly line: number
  readonly fingerprint: string
}

/**
 * The string that replaces a secret in traces and lists. Equal values have equal fingerprints, which do not reveal the
 * value.
 */
export function fingerprint(host: Ports, value: string): string {
  return `secret:${host.sha256(value).slice(0, 8)}`
}

const codeExtensions: ReadonlySet<string> = new Set(['.py', '.js', '.ts', '.mjs', '.cjs'])

/** Maximum number of listed secrets per draft. One is enough to require confirmation. */
const mostSecrets = 500

/**
 * All values of `.env` files, and all values that look like a secret, in the order of the files. A link with secrets
 * requires confirmation. Saved walks contain tool inputs and outputs, so they are also searched for values of the
 * draft's environment.
 */
export function findSecrets(snapshot: Snapshot, host: Ports = purePorts): readonly Secret[] {
  const secrets: Secret[] = []
  const texts = [...textsOf(snapshot)]
  const own = texts.some(({ path }) => walkFile.test(path)) ? ownValues(snapshot, texts) : []
  for (const { path, text, dotenv } of texts) {
    for (const { name, line, value } of foundIn({ path, text, dotenv }, own)) {
      if (secrets.length >= mostSecrets) return secrets
      secrets.push({ path, name, line, fingerprint: fingerprint(host, value) })
    }
  }
  return secrets
}

function foundIn({ path, text, dotenv }: DraftText, own: readonly Omit<Found, 'line'>[]): Iterable<Found> {
  if (dotenv) return dotenvValues(text)
  if (walkFile.test(path)) return walkValues(text, own)
  if (path === 'world') return worldValues(text)
  return shapedValues(text, codeExtensions.has(extensionOf(path)))
}

/**
 * The draft with a placeholder such as `<API_KEY>` for each value that `findSecrets` lists, and for copies of longer
 * values. A file that is not text and contains a secret is left out.
 */
export function withoutSecrets(snapshot: Snapshot): Snapshot {
  const texts = [...textsOf(snapshot)]
  const own = ownValues(snapshot, texts)
  const found = texts.flatMap((text) => [...foundIn(text, own)])
  // Short values occur by chance in other texts. Longer values come first, because they can contain others.
  const copied = found
    .map(({ name, value }) => ({ name, value: unquoted(value) }))
    .filter(({ value }) => value.length >= leastCopied)
    .sort((a, b) => b.value.length - a.value.length)
  const clean = (path: string, text: string, dotenv = false): string => {
    const own = dotenv ? text.replaceAll(/^(\s*(?:export\s+)?([^#=\s]+)\s*=)[^\S\n]*\S.*$/gm, '$1<$2>') : text
    const shown = copied.reduce((rest, { name, value }) => rest.replaceAll(value, placeholderOf(name)), own)
    const [first] = path === 'world' ? foundIn({ path, text: shown, dotenv }, []) : []
    return first ? shown.replace(first.value, () => placeholderOf(first.name)) : shown
  }
  const isSecret = (path: string, text: string): boolean => [...foundIn({ path, text, dotenv: false }, own)].length > 0
  const files = texts.flatMap<readonly [string, Snapshot['files'][string]]>(({ path, text, dotenv }) => {
    const content = snapshot.files[path]
    if (content === undefined) return []
    if (typeof content === 'string') return [[path, clean(path, content, dotenv)]]
    return isSecret(path, text) ? [] : [[path, content]]
  })
  const { world, lesson } = snapshot
  const environ = Object.entries(world?.environ ?? {}).map(([name, value]) => {
    const row = clean('world', `${name}=${value}`)
    return [name, row.slice(name.length + 1)] as const
  })
  const programs = world?.programs?.map((one) => ({ ...one, stdout: clean('stdout', one.stdout) }))
  return {
    ...snapshot,
    files: Object.fromEntries(files),
    parameters: clean('parameters', snapshot.parameters),
    ...(world && {
      world: {
        ...world,
        ...(world.environ && { environ: Object.fromEntries(environ) }),
        ...(programs && { programs }),
      },
    }),
    ...(lesson !== undefined && { lesson: clean('lesson', lesson) }),
  }
}

/**
 * The known secrets in the environment and the parameters of a draft. They are long enough to be found in other text,
 * such as the output of a run.
 */
export function knownSecrets(snapshot: Snapshot): ReadonlySet<string> {
  const parameters = readJson(snapshot.parameters)
  const given = 'value' in parameters && isObject(parameters.value) ? Object.entries(parameters.value) : []
  const named = [...given, ...Object.entries(snapshot.world?.environ ?? {})].flatMap(([name, value]) =>
    typeof value === 'string' && value.length >= leastCopied && isNamedSecret(name, value) ? [value] : [],
  )
  const files = Object.fromEntries(Object.entries(snapshot.files).filter(([path]) => isDotenv(path)))
  const own = ownValues(snapshot, textsOf({ ...snapshot, files }))
  return new Set([...own.map(({ value }) => value), ...named.slice(0, mostCopied)])
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, '$2')
}

function placeholderOf(name: string): string {
  return `<${name.replaceAll(/[^\w-]+/g, '_')}>`
}

/** Matches a placeholder for a value that was left out. */
const leftOut = /^<[\w-]+>$/

/** Matches the files of saved walks, which contain pins and expectations. */
const walkFile = /\/\.ai\/walks\/[^/]+$/

/** Minimum number of characters in a searched value. Shorter values, such as `true`, occur in output by chance. */
const leastCopied = 8
/** Maximum number of environment values to search for in saved walks. */
const mostCopied = 200

/**
 * The secrets in the environment of a draft that are long enough to search for: the values of `.env`, and the world's
 * variables whose names and values suggest a secret.
 */
function ownValues(snapshot: Snapshot, texts: Iterable<DraftText>): readonly Omit<Found, 'line'>[] {
  const own: Omit<Found, 'line'>[] = []
  for (const { text, dotenv } of texts)
    if (dotenv) for (const { name, value } of dotenvValues(text)) own.push({ name, value: unquoted(value) })
  for (const [name, value] of Object.entries(snapshot.world?.environ ?? {}))
    if (isSecretAssignment(name, value)) own.push({ name, value })
  return own.filter(({ value }) => value.length >= leastCopied).slice(0, mostCopied)
}

/** A string without JSON escapes, because walks store the output of tools as JSON in a string. */
function withoutEscapes(text: string): string {
  return text.replace(/\\+(["'/nrt]?)/g, (_, sign: string) => (/[nrt]/.test(sign) ? ' ' : sign))
}

function* walkValues(text: string, own: readonly Omit<Found, 'line'>[]): Generator<Found> {
  const plain = withoutEscapes(text)
  const shaped = [...shapedValues(plain, false)]
  yield* shaped
  const seen = new Set(shaped.map(({ line, value }) => `${line} ${value}`))
  for (const { name, value } of own) {
    const copy = withoutEscapes(value)
    let line = 1
    let last = 0
    for (let at = plain.indexOf(copy); at !== -1; at = plain.indexOf(copy, last)) {
      for (let end = plain.indexOf('\n', last); end !== -1 && end < at; end = plain.indexOf('\n', end + 1)) line++
      if (!seen.has(`${line} ${value}`)) yield { name, line, value }
      seen.add(`${line} ${value}`)
      last = at + copy.length
    }
  }
}

interface DraftText {
  readonly path: string
  readonly text: string
  readonly dotenv: boolean
}

/** Every string that a link to the draft contains. */
function* textsOf(snapshot: Snapshot): Generator<DraftText> {
  for (const path of Object.keys(snapshot.files).sort()) {
    const content = snapshot.files[path] ?? ''
    const text = typeof content === 'string' ? content : latin1(decodeBase64(content.base64) ?? new Uint8Array())
    yield { path, text, dotenv: isDotenv(path) }
  }
  yield { path: 'parameters', text: snapshot.parameters, dotenv: false }
  const { environ = {}, programs = [] } = snapshot.world ?? {}
  for (const [name, value] of Object.entries(environ)) yield { path: 'world', text: `${name}=${value}`, dotenv: false }
  for (const { stdout } of programs) yield { path: 'world', text: stdout, dotenv: false }
}

interface Found {
  readonly name: string
  readonly line: number
  readonly value: string
}

/**
 * Whether a path is `.env` or a variant such as `.env.local`. Examples such as `.env.example` do not count, because
 * they are meant to be shared.
 */
function isDotenv(path: string): boolean {
  const name = nameOf(path)
  return (name === '.env' || name.startsWith('.env.')) && !/\.(?:example|sample|template)$/.test(name)
}

/** Every value of a `.env` file, each of which counts as a secret. */
function* dotenvValues(text: string): Generator<Found> {
  for (const [index, row] of text.split(/\r\n?|\n/).entries()) {
    const equals = row.indexOf('=')
    const name = row
      .slice(0, Math.max(0, equals))
      .trim()
      .replace(/^export\s+/, '')
    const value = row.slice(equals + 1).trim()
    if (name !== '' && !name.startsWith('#') && value !== '' && !leftOut.test(value))
      yield { name, line: index + 1, value }
  }
}

/** A variable of the world whose name indicates a secret, or values that look like a secret. */
function* worldValues(text: string): Generator<Found> {
  const equals = text.indexOf('=')
  const [name, value] = [text.slice(0, Math.max(0, equals)), text.slice(equals + 1)]
  if (/^\w+$/.test(name) && isNamedSecret(name, value)) yield { name, line: 1, value }
  else yield* shapedValues(text, false)
}

function* shapedValues(text: string, isCode: boolean): Generator<Found> {
  let line = 1
  let at = 0
  for (const { name, start, end } of secretShapes(text, isCode)) {
    for (at = text.indexOf('\n', at); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) line++
    yield { name, line, value: text.slice(start, end) }
    if (at === -1) at = text.length
  }
}

/** Bytes as Latin-1 characters. Tokens are ASCII, so they are found in any ASCII-compatible encoding. */
function latin1(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  return parts.join('')
}
