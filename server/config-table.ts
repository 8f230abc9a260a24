import { homedir, tmpdir, availableParallelism } from 'node:os'
import { join } from 'node:path'

/** One setting: the flag is its name with dashes, the environment variable `RYE_` and its name in capitals. */
export interface Setting<Kind extends string, Value> {
  readonly kind: Kind
  readonly default: Value
  /** The text of a default that depends on the machine. */
  readonly shown?: string
  readonly about: string
}

const text = (value: string, about: string, shown?: string): Setting<'text', string> => ({
  kind: 'text',
  default: value,
  about,
  ...(shown === undefined ? {} : { shown }),
})
const list = (about: string): Setting<'list', readonly string[]> => ({ kind: 'list', default: [], about })
const flag = (value: boolean, about: string): Setting<'flag', boolean> => ({ kind: 'flag', default: value, about })
const count = (value: number, about: string, shown?: string): Setting<'count', number> => ({
  kind: 'count',
  default: value,
  about,
  ...(shown === undefined ? {} : { shown }),
})

const dataDir = process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share')

/** Every setting of the server: the source of flags, variables and `docs/reference/settings.md`. */
export const settings = {
  host: text(
    '127.0.0.1',
    'Address to listen on. An address that other machines can reach requires `--hosted` or `--unsafe-remote-access`.',
  ),
  port: count(
    4173,
    'Port to listen on; 0 uses a free port. A local server also uses a free port if the default is taken.',
  ),
  hosted: flag(
    false,
    'Serve a public page: no token, rate limits, and runs only at sandbox level full with control groups.',
  ),
  unsafe_remote_access: flag(false, 'Allow a local server to listen on an address that other machines can reach.'),
  unsafe_no_sandbox: flag(false, 'Run plans without a sandbox if none works. Not allowed with `--hosted`.'),
  allowed_hosts: list('Host names of the page, in addition to the loopback names in local mode.'),
  trusted_proxies: list('Networks (CIDR) whose `client_header` is trusted.'),
  client_header: text('x-forwarded-for', 'Header in which a trusted proxy sends the address of the client.'),
  token: text('', 'Token of a local server.', 'generated at each start'),
  metrics_token: text('', 'Token for `/metrics` in hosted mode. Without a token, `/metrics` is off.', 'none'),
  web_dir: text('dist/web', 'Directory of the built page.'),
  run_dir: text(tmpdir(), 'Directory for the files of current runs.', 'the temporary directory'),
  expose: list('More directories of the machine that tools may read, such as an interpreter outside `/usr`.'),
  cgroups: flag(true, 'Use control groups if they are writable.'),
  first_user: count(210_000, 'First of the 65536 user IDs for runs of a server that is root.'),
  http_allow: list('Hosts that the http_client primitive may contact: `api.example.org`, `*.example.org:8443`.'),
  http_allow_private: list('Hosts that it may contact even at a private address. Not allowed with `--hosted`.'),
  analyses_at_once: count(
    Math.max(1, availableParallelism() - 1),
    'Threads that analyze requests.',
    'one less than processors',
  ),
  client_analyses: count(8, 'Analyses of one client that can wait or run at the same time.'),
  waiting_analyses: count(64, 'Analyses that can wait for a thread. Another one is refused: the server is busy.'),
  analysis_cache_bytes: count(
    64 * 1024 * 1024,
    'Bytes of cached drafts and answers, so that all readers of a link cost one analysis.',
  ),
  analysis_seconds: count(10, 'Time limit of an analysis; then its thread is stopped.'),
  runs_at_once: count(availableParallelism(), 'Runs at the same time.', 'one per processor'),
  queue_length: count(64, 'Runs that can wait. Another one is refused: the server is busy.'),
  client_runs: count(8, 'Runs of one client that can wait or run at the same time.'),
  runs_per_minute: count(60, 'Runs that one client can start per minute.'),
  pending_runs: count(200, 'Analyzed runs of all clients that can wait for confirmation.'),
  client_pending_runs: count(8, 'Analyzed runs of one client that can wait. Another one replaces the oldest.'),
  pending_bytes: count(
    256 * 1024 * 1024,
    'Bytes of all analyzed runs that wait. Above it, the client with the most bytes loses its oldest run.',
  ),
  pending_seconds: count(600, 'How long an analyzed run waits for confirmation.'),
  queue: text(
    '',
    'Redis with the queue that servers and workers share: `redis://HOST`. `rye-chain worker` then executes the runs.',
    'none: this process executes runs',
  ),
  queue_dir: text(
    join(dataDir, 'rye-chain', 'queue'),
    'Directory in which servers and workers of `--queue` record its position, to detect an older copy of its Redis after a restart. Empty: none.',
    '~/.local/share/rye-chain/queue',
  ),
  queue_level: text('full', 'Lowest sandbox level of a worker of `--queue`: `full`, `reduced` or `none`.'),
  queue_stream_bytes: count(
    32 * 1024 * 1024,
    'Maximum bytes of live output per `--queue` run. Further output appears only in the result.',
  ),
  kept_result_seconds: count(300, 'How long the events of an ended run of `--queue` are kept for late clients.'),
  kept_result_bytes: count(
    64 * 1024 * 1024,
    'Maximum bytes of events kept from ended runs for clients that connect late.',
  ),
  requests_per_minute: count(1200, 'Requests to `/api` that one client can send per minute.'),
  body_bytes: count(8 * 1024 * 1024, 'Largest body of a request.'),
  reconnect_seconds: count(15, 'How long a run continues without a connected client before it is canceled.'),
  shutdown_seconds: count(20, 'How long a server that stops waits for runs before it cancels them.'),
  share_store: text(
    'fs',
    'Driver that stores short links: `fs`, `memory`, or an unstorage driver such as `redis` or `s3`.',
  ),
  share_dir: text(
    join(dataDir, 'rye-chain', 'shares'),
    'Directory of the `fs` driver.',
    '~/.local/share/rye-chain/shares',
  ),
  share_total_bytes: count(1024 ** 3, 'Bytes of all short links of the `fs` driver. Above it, the oldest are removed.'),
  share_days: count(
    0,
    'Days that a short link of the `fs` driver is kept after it was last shared; 0 keeps it forever.',
  ),
  share_pinned: list('IDs of short links that are never removed.'),
  client_shares: count(200, 'New short links that one client can store per day.'),
  share_options: text('{}', 'Options of another `share_store` driver, as JSON.'),
  share_bytes: count(512 * 1024, 'Largest snapshot of a short link.'),
  limits: list('Changed limits of a run: `memory_bytes=1073741824`.'),
  mcp_roots: list(
    'Folders with projects that agents may use at `/mcp` of a local server. Default: the working directory.',
  ),
  otlp_endpoint: text(
    '',
    'OpenTelemetry collector for the steps of every run as spans, with OTLP over HTTP: `http://HOST:4318`.',
    'none: the steps are only in the log',
  ),
  log_level: text('info', 'Log level: `silent`, `error`, `warn`, `info`, `debug`.'),
} as const

export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings) as readonly SettingName[]

/** The flag of a setting, as it is written on the command line. */
export function flagOf(name: SettingName): string {
  return `--${name.replaceAll('_', '-')}`
}

/** The environment variable of a setting. */
export function variableOf(name: SettingName): string {
  return `RYE_${name.toUpperCase()}`
}
