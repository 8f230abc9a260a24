import { isUtf8 } from 'node:buffer'
import { severity, type DiagnosticCode, type Severity } from '#core/diagnostics'
import { isDict, isList, plain, readYaml, type Value } from '#core/read'
import { dialectNames, isDialectName, type DialectName } from '#core/rules'
import { nearest } from '#core/text'
import { join } from '../disk-paths.ts'
import { allowedItems, plainIdPattern } from './allowed-items.ts'
import { readFound, whyUnread } from './whole-file.ts'
import { isCode, noCode } from './codes.ts'
import { codeOf, ReportedError } from './reported-error.ts'
import { isGlob, mostOfGlob } from './globs.ts'

/** The name of a project's settings file; options override its settings. */
export const projectFileName = 'rye-chain.yaml'

/** The severity of a rule in a project; `off` drops the findings of the rule. */
type Level = Severity | 'off'

/** The settings in a project file; omitted settings are undefined. */
export interface ProjectFile {
  readonly user?: string
  readonly systems?: readonly string[]
  readonly dialect?: DialectName
  readonly search?: 'scoped' | 'global'
  readonly strict?: boolean
  readonly ignore?: readonly string[]
  readonly rules?: ReadonlyMap<DiagnosticCode, Level>
  readonly maxWarnings?: number
}

const levels = ['error', 'warning', 'hint', 'off'] as const satisfies readonly Level[]

/**
 * A key of the project file: its purpose, and a reader of its value. For an invalid value, the reader returns a
 * description of the valid values.
 */
interface Key {
  readonly about: string
  /** The valid values as JSON Schema, for editors. `read` is stricter: it decides which values are valid. */
  readonly schema: object
  read(value: Value): Read
}

type Read = ProjectFile & { readonly must?: string }

const text = { type: 'string', minLength: 1 } as const
const isText = (value: Value): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: Value): value is readonly string[] => isList(value) && value.every(isText)

/** Every key of a project file, as documented in `docs/project-file.md`. */
export const projectFileKeys: Readonly<Record<string, Key>> = {
  user: {
    about:
      'The folder that contains the .ai of the user space, relative to the project; a quoted ~ is your home directory.',
    schema: text,
    read: (value) =>
      isText(value)
        ? { user: value }
        : { must: "the path of a folder; your home is '~' in quotes, because an unquoted ~ means null in YAML" },
  },
  systems: {
    about: 'The system bundles in search order: DIR, ID@VERSION=DIR, or builtin for the built-in bundle.',
    schema: { type: 'array', items: text },
    read: (value) =>
      isTexts(value)
        ? { systems: value }
        : { must: 'a list of system bundles, each as DIR, ID@VERSION=DIR or builtin' },
  },
  dialect: {
    about: `The dialect of the rules: ${dialectNames.join(', ')}.`,
    schema: { enum: dialectNames },
    read: (value) =>
      typeof value === 'string' && isDialectName(value)
        ? { dialect: value }
        : { must: `one of ${dialectNames.join(', ')}` },
  },
  search: {
    about: 'Where to search for executors: `scoped` or `global` (R1.2).',
    schema: { enum: ['scoped', 'global'] },
    read: (value) => (value === 'scoped' || value === 'global' ? { search: value } : { must: 'scoped or global' }),
  },
  strict: {
    about: 'Whether to turn off dev mode: invalid or missing signatures are errors (R10.4).',
    schema: { type: 'boolean' },
    read: (value) => (typeof value === 'boolean' ? { strict: value } : { must: 'true or false' }),
  },
  ignore: {
    about: 'Globs of item IDs that `check` ignores.',
    schema: { type: 'array', items: { ...text, maxLength: mostOfGlob } },
    read: (value) => (isTexts(value) && value.every(isGlob) ? { ignore: value } : { must: 'a list of globs' }),
  },
  rules: {
    about: 'Severity of each rule by its code: error, warning, hint or off. It does not change which chains can run.',
    schema: {
      type: 'object',
      // YAML 1.1 reads an unquoted `off` as false.
      properties: Object.fromEntries(Object.keys(severity).map((code) => [code, { enum: [...levels, false] }])),
      additionalProperties: false,
    },
    read: readRules,
  },
  'max-warnings': {
    about: 'Maximum number of warnings with which `check` passes.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    read: (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
        ? { maxWarnings: value }
        : { must: 'a whole number, 0 or more' },
  },
  mcp: {
    about:
      'allow: the items that agents may run without approval, once you confirm it (rye-chain mcp --confirm-policy).',
    schema: {
      type: 'object',
      properties: { allow: { type: 'array', items: { type: 'string', pattern: plainIdPattern } } },
      required: ['allow'],
      additionalProperties: false,
    },
    // The list takes effect in the MCP server, after the user confirms it.
    read: (value) => {
      const allowed = allowedItems(value)
      return 'must' in allowed ? allowed : {}
    },
  },
}

function readRules(value: Value): Read {
  if (!isDict(value)) return { must: 'a mapping of codes to severities' }
  const rules = new Map<DiagnosticCode, Level>()
  for (const [code, level] of value) {
    if (typeof code !== 'string' || !isCode(code))
      return { must: `a mapping of codes to severities; ${noCode(String(code))}` }
    // YAML reads an unquoted `off` as false.
    const known = level === false ? 'off' : levels.find((one) => one === level)
    if (known === undefined)
      return { must: `a mapping of codes to severities; ${code} must be one of ${levels.join(', ')}` }
    rules.set(code, known)
  }
  return { rules }
}

/**
 * Read the project file if it exists, or text that replaces it.
 * @throws ReportedError with the location of an unknown key or invalid value (exit code 2).
 */
export function readProjectFile(folder: string, shown: string, written?: string | null): ProjectFile {
  const text = written === undefined ? textOf(join(folder, projectFileName), shown) : written
  if (text === undefined || text === null) return {}
  const wrong = (offset: number, message: string): never => {
    const lines = text.slice(0, offset).split(/\r\n?|\n/)
    throw new ReportedError('usage', `${shown}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}: ${message}`)
  }
  const reading = readYaml(projectFileName, text.replace(/\r\n?/g, '\n'))
  if (reading.kind === 'invalid') {
    const [problem] = reading.diagnostics
    return wrong(
      problem.at?.start ?? 0,
      'problem' in problem ? `${String(problem.problem)}.` : 'this is not valid YAML.',
    )
  }
  const twice = reading.diagnostics.find(({ code }) => code === 'yaml-duplicate-key')
  if (twice && 'key' in twice)
    return wrong(twice.at?.start ?? 0, `${JSON.stringify(twice.key)} occurs twice. Remove one.`)
  if (reading.document === null) return {}
  if (reading.document.kind !== 'dict') return wrong(0, 'the file must be a YAML mapping of keys to values.')
  let file: ProjectFile = {}
  for (const [name, { keyStart, value }] of reading.document.entries) {
    const key = typeof name === 'string' && Object.hasOwn(projectFileKeys, name) ? projectFileKeys[name] : undefined
    if (!key) {
      const [near] = nearest(String(name), Object.keys(projectFileKeys))
      return wrong(
        keyStart,
        `unknown key ${JSON.stringify(name)}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
      )
    }
    const { must, ...read } = key.read(plain(value))
    if (must !== undefined) return wrong(value.start, `${String(name)} must be ${must}.`)
    file = { ...file, ...read }
  }
  return file
}

function textOf(path: string, shown: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFound(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new ReportedError('usage', `${shown} cannot be read (${whyUnread(error)}).`)
  }
  if (!isUtf8(bytes)) throw new ReportedError('usage', `${shown} cannot be read: it is not valid UTF-8.`)
  return bytes.toString('utf8')
}
