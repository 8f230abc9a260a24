import { homedir, tmpdir, availableParallelism } from 'node:os'
import { join } from 'node:path'

/** One setting: the flag is its name with dashes, the environment variable `RYE_` and its name in capitals. */
export interface Setting<Kind extends string, Value> {
  readonly kind: Kind
  readonly default: Value
  /** How the default reads where it depends on the machine. */
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

/** Every setting of the server: the one table from which flags, environment and `docs/reference/settings.md` are made. */
export const settings = {
  host: text(
    '127.0.0.1',
    'Address to listen on. One that others can reach needs `--hosted` or `--unsafe-remote-access`.',
  ),
  port: count(4173, 'Port to listen on; 0 takes a free one, as a local server does if the default is taken.'),
  hosted: flag(
    false,
    'Serve strangers: no token, rate limits, execution at sandbox level full with control groups only.',
  ),
  unsafe_remote_access: flag(false, 'Let a local server listen on an address that other machines reach.'),
  unsafe_no_sandbox: flag(false, 'Run plans with no sandbox where none works. Refused together with `--hosted`.'),
  allowed_hosts: list('Names under which the page may be opened, besides the loopback names in local mode.'),
  trusted_proxies: list('Networks (CIDR) whose `client_header` is believed.'),
  client_header: text('x-forwarded-for', 'Header in which a trusted proxy names the client.'),
  token: text('', 'Token of a local server.', 'made at each start'),
  metrics_token: text('', 'Token for `/metrics` in hosted mode; without one there are no metrics there.', 'none'),
  web_dir: text('dist/web', 'Directory of the built page.'),
  run_dir: text(tmpdir(), 'Where runs keep their directories while they last.', 'the temporary directory'),
  expose: list('Further host directories that tools may read, such as an interpreter outside `/usr`.'),
  cgroups: flag(true, 'Use control groups where they can be written.'),
  first_user: count(210_000, 'First of the 65536 user numbers that runs get when the server is root.'),
  http_allow: list('Hosts the http_client primitive may reach: `api.example.org`, `*.example.org:8443`.'),
  http_allow_private: list('Hosts it may reach even at a private address. Refused together with `--hosted`.'),
  analyses_at_once: count(
    Math.max(1, availableParallelism() - 1),
    'Threads that analyse what clients send.',
    'one a processor but one',
  ),
  client_analyses: count(8, 'Analyses of one client that may wait or be under way at the same time.'),
  waiting_analyses: count(64, 'Analyses that may wait for a thread; a further one is told that the server is busy.'),
  analysis_cache_bytes: count(
    64 * 1024 * 1024,
    'Bytes of drafts and answers that are kept, so that the readers of one link cost one analysis.',
  ),
  analysis_seconds: count(10, 'How long an analysis may take before its thread is ended.'),
  runs_at_once: count(availableParallelism(), 'Runs at the same time.', 'one a processor'),
  queue_length: count(64, 'Runs that may wait; a further one is told that the server is busy.'),
  client_runs: count(8, 'Runs of one client that may wait or run at the same time.'),
  runs_per_minute: count(60, 'Runs that one client may start in a minute.'),
  pending_runs: count(200, 'Analysed runs that may wait for their confirmation, of all clients together.'),
  client_pending_runs: count(
    8,
    'Analysed runs of one client that may wait; a further one takes the place of the oldest.',
  ),
  pending_bytes: count(
    256 * 1024 * 1024,
    'Bytes that the analysed runs may hold together; the client with the most loses its oldest.',
  ),
  pending_seconds: count(600, 'How long an analysed run waits for its confirmation.'),
  queue: text(
    '',
    'Redis whose queue all servers and workers share: `redis://HOST`. Runs are executed by `rye-chain worker` then.',
    'none: runs are executed by this process',
  ),
  queue_dir: text(
    join(dataDir, 'rye-chain', 'queue'),
    'Directory in which servers and workers of `--queue` note how far it was, so that an older copy of its Redis is found after they were restarted. Empty for none.',
    '~/.local/share/rye-chain/queue',
  ),
  queue_level: text('full', 'Lowest sandbox level of a worker of `--queue`: `full`, `reduced` or `none`.'),
  queue_stream_bytes: count(
    32 * 1024 * 1024,
    'What a run of `--queue` may tell on its way; output beyond it comes with the result alone.',
  ),
  kept_result_seconds: count(300, 'How long the events of an ended run of `--queue` are kept for late listeners.'),
  kept_result_bytes: count(64 * 1024 * 1024, 'Bytes of the events of ended runs that are kept for late listeners.'),
  requests_per_minute: count(1200, 'Requests to `/api` that one client may send in a minute.'),
  body_bytes: count(8 * 1024 * 1024, 'Largest body of a request.'),
  reconnect_seconds: count(15, 'How long a run goes on with nobody listening before it is cancelled.'),
  shutdown_seconds: count(20, 'How long a stopping server waits for runs before it cancels them.'),
  share_store: text(
    'fs',
    'Driver that keeps short links: `fs`, `memory`, or an unstorage driver such as `redis` or `s3`.',
  ),
  share_dir: text(
    join(dataDir, 'rye-chain', 'shares'),
    'Directory of the `fs` driver.',
    '~/.local/share/rye-chain/shares',
  ),
  share_total_bytes: count(1024 ** 3, 'All short links of the `fs` driver together; the oldest ones make room.'),
  share_days: count(
    0,
    'Days that a short link of the `fs` driver is kept after it was last shared; 0 keeps it for ever.',
  ),
  share_pinned: list('Ids of short links that are never removed.'),
  client_shares: count(200, 'New short links that one client may store in a day.'),
  share_options: text('{}', 'Options of another driver, as JSON.'),
  share_bytes: count(512 * 1024, 'Largest snapshot that a short link may hold.'),
  limits: list('Limits of a run that differ from their defaults: `memory_bytes=1073741824`.'),
  mcp_roots: list(
    'Folders with projects that agents may name at `/mcp` of a local server. The working directory if not given.',
  ),
  otlp_endpoint: text(
    '',
    'OpenTelemetry collector that gets the steps of every run as spans, by OTLP over HTTP: `http://HOST:4318`.',
    'none: the steps are in the log alone',
  ),
  log_level: text('info', 'How much is logged: `silent`, `error`, `warn`, `info`, `debug`.'),
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
