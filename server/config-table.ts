import { homedir, tmpdir, availableParallelism } from 'node:os'
import { join, plain } from './disk-paths.ts'

/**
 * One setting. The flag is the setting's name with dashes, and the environment variable is `RYE_` plus the name in
 * capitals.
 */
export interface Setting<Kind extends string, Value> {
  readonly kind: Kind
  readonly default: Value
  /** The documented text of a default that depends on the machine. */
  readonly shown?: string
  readonly about: string
}

const text = (value: string, about: string, shown?: string): Setting<'text', string> => ({
  kind: 'text',
  default: value,
  about,
  ...(shown === undefined ? {} : { shown }),
})
const list = (about: string, shown?: string): Setting<'list', readonly string[]> => ({
  kind: 'list',
  default: [],
  about,
  ...(shown === undefined ? {} : { shown }),
})
const flag = (value: boolean, about: string): Setting<'flag', boolean> => ({ kind: 'flag', default: value, about })
const count = (value: number, about: string, shown?: string): Setting<'count', number> => ({
  kind: 'count',
  default: value,
  about,
  ...(shown === undefined ? {} : { shown }),
})

const dataDir = process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share')

/** Every server setting: the source of flags, variables and `docs/reference/settings.md`. */
export const settings = {
  host: text(
    '127.0.0.1',
    'Address to listen on. An address that other machines can reach requires `--hosted` or `--unsafe-remote-access`.',
  ),
  port: count(
    4173,
    'Port to listen on; 0 uses a free port. A local server also uses a free port if the default port is in use.',
  ),
  hosted: flag(
    false,
    'Run as a public server: no token, rate limits, and runs only at sandbox level full with control groups.',
  ),
  unsafe_remote_access: flag(false, 'Allow a local server to listen on an address that other machines can reach.'),
  unsafe_no_sandbox: flag(
    false,
    'Run tools without a sandbox if no sandbox works on this machine. Not allowed with `--hosted`.',
  ),
  allowed_hosts: list('Host names at which clients reach the server. A local server also accepts the loopback names.'),
  trusted_proxies: list('Networks, in CIDR notation, of proxies whose `--client-header` the server trusts.'),
  client_header: text('x-forwarded-for', 'Header in which a trusted proxy sends the IP address of the client.'),
  token: text('', 'Token that clients of a local server must send.', 'generated at each start'),
  metrics_token: text('', 'Token for `/metrics` in hosted mode. Without a token, `/metrics` is off.', 'none'),
  web_dir: text('dist/web', 'Folder that contains the built page.'),
  run_dir: text(plain(tmpdir()), 'Folder for the temporary files of runs.', "the system's temporary folder"),
  expose: list(
    'Additional folders on this machine that tools can read, such as a folder with an interpreter outside `/usr`.',
  ),
  cgroups: flag(true, 'Use control groups if they are writable.'),
  first_user: count(210_000, 'First of the 65536 user IDs for runs. Only a server that was started as root uses them.'),
  http_allow: list('Hosts that the http_client primitive may contact: `api.example.org`, `*.example.org:8443`.'),
  http_allow_private: list(
    'Hosts that the http_client primitive may contact even at a private address. Not allowed with `--hosted`.',
  ),
  analyses_at_once: count(
    Math.max(1, availableParallelism() - 1),
    'Number of analysis threads.',
    'number of processors minus one, at least one',
  ),
  client_analyses: count(8, 'Maximum number of analyses per client, waiting and running.'),
  waiting_analyses: count(
    64,
    'Maximum number of analyses that wait for a thread. The server rejects further analyses as busy.',
  ),
  analysis_cache_bytes: count(
    64 * 1024 * 1024,
    'Maximum size of the draft and analysis cache, in bytes. Readers of the same link share one analysis.',
  ),
  analysis_seconds: count(
    10,
    'Time limit of an analysis, in seconds. At the limit, the server stops the thread of the analysis.',
  ),
  runs_at_once: count(availableParallelism(), 'Maximum number of concurrent runs.', 'one per processor'),
  queue_length: count(64, 'Maximum number of waiting runs. The server rejects further runs as busy.'),
  client_runs: count(8, 'Maximum number of runs per client, waiting and running.'),
  runs_per_minute: count(60, 'Maximum number of runs that a client can start per minute.'),
  pending_runs: count(200, 'Maximum number of analyzed runs that wait for confirmation, for all clients together.'),
  client_pending_runs: count(
    8,
    'Maximum number of analyzed runs that wait for confirmation, per client. A new run replaces the oldest.',
  ),
  pending_bytes: count(
    256 * 1024 * 1024,
    'Maximum size of all analyzed runs that wait for confirmation, in bytes. Above it, the client with the most bytes loses its oldest run.',
  ),
  pending_seconds: count(600, 'How long an analyzed run waits for confirmation, in seconds.'),
  queue: text(
    '',
    'Redis server of the queue that servers and workers share: `redis://HOST`. With a queue, `rye-chain worker` executes the runs.',
    'none: this process executes runs',
  ),
  queue_dir: text(
    join(dataDir, 'rye-chain', 'queue'),
    'Folder in which servers and workers record the position of the queue, to detect outdated Redis data after a restart. An empty value turns this off.',
    '~/.local/share/rye-chain/queue',
  ),
  queue_level: text('full', 'Minimum sandbox level of the `--queue` workers: `full`, `reduced` or `none`.'),
  queue_stream_bytes: count(
    32 * 1024 * 1024,
    'Maximum bytes of live output per `--queue` run. Further output appears only in the result.',
  ),
  kept_result_seconds: count(
    300,
    'How long the queue keeps the events of an ended run for clients that connect late, in seconds.',
  ),
  kept_result_bytes: count(
    64 * 1024 * 1024,
    'Maximum bytes of events that the server or the queue keeps from ended runs for clients that connect late.',
  ),
  requests_per_minute: count(
    1200,
    'Maximum number of requests that a client can send per minute, without those for `/api/health` and the files of the page.',
  ),
  body_bytes: count(8 * 1024 * 1024, 'Maximum size of a request body, in bytes.'),
  reconnect_seconds: count(
    15,
    'How long a run continues without a connected client before the server cancels it, in seconds.',
  ),
  shutdown_seconds: count(20, 'How long a stopping server waits for runs before it cancels them, in seconds.'),
  share_store: text(
    'fs',
    'Driver that stores short links: `fs`, `memory`, or an unstorage driver such as `redis` or `s3`.',
  ),
  share_dir: text(
    join(dataDir, 'rye-chain', 'shares'),
    'Folder in which the `fs` driver stores short links.',
    '~/.local/share/rye-chain/shares',
  ),
  share_total_bytes: count(
    1024 ** 3,
    'Maximum total size of short links with the `fs` driver, in bytes. Above it, the server removes the oldest links.',
  ),
  share_days: count(0, 'Days that the `fs` driver keeps a short link after it was last shared; 0 keeps links forever.'),
  share_pinned: list('IDs of short links that the server never removes.'),
  client_shares: count(200, 'Maximum number of new short links that a client can store per day.'),
  share_options: text('{}', 'Options for the unstorage driver in `--share-store`, as JSON.'),
  share_bytes: count(512 * 1024, 'Maximum size of the snapshot in a short link, in bytes.'),
  limits: list('Run limits that replace the defaults, such as `memory_bytes=1073741824`.'),
  class: flag(
    false,
    'Start a class: learners open one link without the token, and the teacher sees their progress. The server stores nothing on disk.',
  ),
  class_learners: count(60, 'Maximum number of learners in a class.'),
  mcp_roots: list('Folders with projects that agents may use at `/mcp` of a local server.', 'the working directory'),
  otlp_endpoint: text(
    '',
    'OpenTelemetry collector that receives the steps of every run as spans, with OTLP over HTTP: `http://HOST:4318`.',
    'none: only the log contains the steps',
  ),
  log_level: text('info', 'Log level: `silent`, `error`, `warn`, `info`, `debug`.'),
} as const

export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings) as readonly SettingName[]

/** The command-line flag of a setting, such as `--run-dir`. */
export function flagOf(name: SettingName): string {
  return `--${name.replaceAll('_', '-')}`
}

/** The environment variable of a setting. */
export function variableOf(name: SettingName): string {
  return `RYE_${name.toUpperCase()}`
}
