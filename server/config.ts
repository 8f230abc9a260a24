import { parseArgs } from 'node:util'
import ipaddr from 'ipaddr.js'
import { flagOf, settingNames, settings, variableOf } from './config-table.ts'
import type { Setting, SettingName } from './config-table.ts'
import { homeOf } from './home.ts'
import { isSandboxLevel } from './sandbox/command.ts'
import { amount, limitNames, limitsWith, limitTable } from './sandbox/limits.ts'
import type { LimitName, Limits } from './sandbox/limits.ts'
import type { SandboxSettings } from './sandbox/sandbox.ts'
import type { ShareRules } from './shares/share-store.ts'

type Values = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<string, infer Value> ? Value : never
}

/** The settings of one server, read once at startup; `limits` contains every limit. */
export type ServerConfig = Omit<Values, 'limits'> & {
  readonly limits: Limits
  /** Whether the user set the port. If not, the server can use another port. */
  readonly port_asked: boolean
  /** The `PATH` and the home directory of the user who starts the server. */
  readonly starter: { readonly path: string; readonly home: string }
}

export type ConfigResult =
  | { readonly kind: 'ready'; readonly config: ServerConfig }
  | { readonly kind: 'refused'; readonly messages: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Read the settings, and report all problems together. Flags override the environment, which overrides the defaults.
 */
export function readConfig(argv: readonly string[], env: Environment = {}): ConfigResult {
  const messages: string[] = []
  const values = new Map<SettingName, unknown>()
  for (const name of settingNames) {
    const text = env[variableOf(name)]
    values.set(
      name,
      text === undefined || text === '' ? settings[name].default : read(name, text, variableOf(name), messages),
    )
  }
  const given = readFlags(argv, values, messages)
  const { limits: changed, ...rest } = Object.fromEntries(values) as unknown as Values
  const port_asked = Boolean(env[variableOf('port')]) || given.has('port')
  const starter = { path: env['PATH'] ?? '', home: homeOf(env) }
  const config: ServerConfig = { ...rest, limits: readLimits(changed, messages), port_asked, starter }
  messages.push(...contradictions(config))
  return messages.length === 0 ? { kind: 'ready', config } : { kind: 'refused', messages }
}

/** Parse command-line flags into `values`, and return the settings that the flags set. */
function readFlags(
  argv: readonly string[],
  values: Map<SettingName, unknown>,
  messages: string[],
): ReadonlySet<SettingName> {
  const byFlag = new Map(settingNames.map((name) => [flagOf(name), name]))
  const options = Object.fromEntries(
    settingNames.map((name) => [flagOf(name).slice(2), { type: typeOf(name) }] as const),
  )
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true })
  const set = new Set<SettingName>()
  const unknown = new Set<number>()
  for (const token of tokens) {
    const [word] = split(argv[token.index] ?? '')
    const text = token.kind === 'option' ? token.value : undefined
    const negated = word.startsWith('--no-') ? byFlag.get(`--${word.slice(5)}`) : undefined
    const name = byFlag.get(word)
    if (negated !== undefined && settings[negated].kind === 'flag') values.set(negated, false)
    else if (token.kind !== 'option' || name === undefined) {
      // A group of short options has several tokens, but is reported once.
      if (!unknown.has(token.index)) messages.push(`${word} is not a setting. Run with --help to list all settings.`)
      unknown.add(token.index)
    } else if (text === undefined && settings[name].kind !== 'flag') messages.push(`${word} requires a value.`)
    else {
      const value = text === undefined ? true : read(name, text, word, messages)
      const before = set.has(name) && settings[name].kind === 'list' ? (values.get(name) as readonly string[]) : []
      values.set(name, settings[name].kind === 'list' ? [...before, ...(value as readonly string[])] : value)
      set.add(name)
    }
  }
  return set
}

const typeOf = (name: SettingName): 'boolean' | 'string' => (settings[name].kind === 'flag' ? 'boolean' : 'string')

function split(word: string): [string, string | undefined] {
  const cut = word.indexOf('=')
  return cut === -1 ? [word, undefined] : [word.slice(0, cut), word.slice(cut + 1)]
}

function read(name: SettingName, text: string, where: string, messages: string[]): unknown {
  const setting = settings[name]
  switch (setting.kind) {
    case 'text':
      return text
    case 'list':
      return text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
    case 'flag':
      if (/^(1|true|yes|on)$/i.test(text)) return true
      if (/^(0|false|no|off)$/i.test(text)) return false
      messages.push(`${where} is ${JSON.stringify(text)}; it must be yes or no.`)
      return setting.default
    case 'count':
      if (/^\d{1,15}$/.test(text)) return Number(text)
      messages.push(`${where} is ${JSON.stringify(text)}; it must be a whole number.`)
      return setting.default
  }
}

export function readLimits(entries: readonly string[], messages: string[]): Limits {
  const changed: Partial<Record<LimitName, number>> = {}
  for (const entry of entries) {
    const [name = '', text] = split(entry)
    const known = limitNames.find((limit) => limit === name)
    if (known === undefined) messages.push(`${name} is not a limit. Limits: ${limitNames.join(', ')}.`)
    else if (text === undefined || !/^\d{1,15}(\.\d+)?$/.test(text) || Number(text) <= 0) {
      messages.push(`The limit ${name} must be a number above zero, such as ${name}=${limitTable[known].default}.`)
    } else changed[known] = Number(text)
  }
  return limitsWith(changed)
}

/** Whether an address is reachable only from this machine; a name other than `localhost` is not trusted. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}

function contradictions(config: ServerConfig): readonly string[] {
  const messages: string[] = []
  if (config.hosted && config.unsafe_no_sandbox)
    messages.push('--hosted and --unsafe-no-sandbox cannot be combined. Remove one of them.')
  if (config.hosted && config.class)
    messages.push('--hosted and --class cannot be combined: a hosted server has no token for the teacher. Remove one.')
  if (config.hosted && config.http_allow_private.length > 0)
    messages.push('--hosted and --http-allow-private cannot be combined. Remove one of them.')
  if (config.hosted && config.allowed_hosts.length === 0) {
    messages.push('--hosted requires --allowed-hosts. Pass the host names at which clients reach the server.')
  }
  if (!config.hosted && !config.unsafe_remote_access && !isLoopback(config.host)) {
    messages.push(
      `Other machines can reach --host ${config.host}. Pass --hosted or --unsafe-remote-access to allow this.`,
    )
  }
  if (config.queue !== '' && !/^rediss?:\/\/./.test(config.queue))
    messages.push(`--queue is ${JSON.stringify(config.queue)}; it must be redis://HOST[:PORT][/NUMBER].`)
  if (config.otlp_endpoint !== '' && !/^https?:\/\/[^/]/.test(config.otlp_endpoint))
    messages.push(`--otlp-endpoint is ${JSON.stringify(config.otlp_endpoint)}; it must be http://HOST[:PORT].`)
  if (!isSandboxLevel(config.queue_level)) messages.push('--queue-level must be full, reduced or none.')
  if (config.hosted && config.queue_level !== 'full')
    messages.push('--hosted requires --queue-level full: a public server runs tools only at sandbox level full.')
  if (config.port > 65_535) messages.push(`--port is ${config.port}; the highest port is 65535.`)
  if (config.runs_at_once < 1) messages.push('--runs-at-once must be at least 1.')
  if (config.token !== '' && config.token.length < 16) messages.push('--token must have at least 16 characters.')
  for (const network of config.trusted_proxies) {
    if (!ipaddr.isValid(network) && !ipaddr.isValidCIDR(network))
      messages.push(`--trusted-proxies: ${network} is not a valid IP address or CIDR range.`)
  }
  for (const path of config.expose) {
    if (!path.startsWith('/') || /^\/(tmp|proc|project|user|system)(\/|$)/.test(path)) {
      messages.push(
        `--expose ${path} is not allowed. Pass an absolute path outside /tmp, /proc, /project, /user and /system.`,
      )
    }
  }
  try {
    JSON.parse(config.share_options)
  } catch {
    messages.push('--share-options is not valid JSON. Pass one JSON object.')
  }
  return messages
}

/** The settings that a server or worker passes to its sandbox. */
export function sandboxSettings(config: ServerConfig): SandboxSettings {
  return {
    limits: config.limits,
    firstUser: config.first_user,
    useCgroups: config.cgroups,
    needsGroups: config.hosted,
    expose: config.expose,
    spares: Math.min(2, config.runs_at_once),
  }
}

/** The limits of stored short links. */
export function shareRules(config: ServerConfig): ShareRules {
  return {
    totalBytes: config.share_total_bytes,
    keepMs: config.share_days * 24 * 60 * 60_000,
    pinned: config.share_pinned,
  }
}

/** The settings and the limits as Markdown tables. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const setting = settings[name]
    const value = 'shown' in setting ? setting.shown : shown(setting.default)
    return `| \`${flagOf(name)}\` | \`${variableOf(name)}\` | ${value} | ${setting.about} |`
  })
  const limits = limitNames.map((name) => {
    const { about, advice } = limitTable[name]
    return `| \`${name}\` | ${amount(name, limitTable[name].default)} | ${about} ${advice} |`
  })
  return [
    '| flag | environment | default | what it sets |',
    '|---|---|---|---|',
    ...rows,
    '',
    '| limit | default | what it limits |',
    '|---|---|---|',
    ...limits,
    '',
  ].join('\n')
}

function shown(value: unknown): string {
  if (value === true) return 'on'
  if (value === false) return 'off'
  return Array.isArray(value) ? 'none' : String(value)
}
