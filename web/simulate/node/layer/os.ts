import { withAbsent } from './absent.ts'
import { errnoNumbers } from './errno.ts'
import { host } from './host.ts'
import { process } from './process.ts'
import { signals } from '../../signals.ts'

const begun = Number(host('now'))
const own = <T extends object>(entries: T): T => Object.assign(Object.create(null) as T, entries)
const errno = Object.fromEntries(
  Object.entries(errnoNumbers)
    .filter(([name]) => /^E[A-Z0-9]+$/.test(name) && !name.startsWith('EAI_'))
    .map(([name, number]) => [name, -number]),
)

const readable = <T>(call: () => T): (() => T) => Object.defineProperty(call, Symbol.toPrimitive, { value: call })

/** A machine with one idle processor. */
const machine = {
  arch: readable(() => process.arch),
  availableParallelism: readable(() => 1),
  cpus: () => [{ model: 'QuickJS', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }],
  endianness: readable(() => 'LE'),
  freemem: readable(() => 2 ** 27),
  homedir: readable(() => process.env.HOME ?? '/'),
  hostname: readable(() => 'sandbox'),
  loadavg: () => [0, 0, 0],
  networkInterfaces: () => ({}),
  platform: readable(() => 'linux'),
  release: readable(() => '6.0.0'),
  tmpdir: readable(() =>
    (process.env.TMPDIR || process.env.TMP || process.env.TEMP || '/tmp').replace(/(?<=.)\/$/, ''),
  ),
  totalmem: readable(() => 2 ** 28),
  type: readable(() => 'Linux'),
  userInfo(options?: { readonly encoding?: string }): object {
    const text = (value: string): unknown => (options?.encoding === 'buffer' ? globalThis.Buffer.from(value) : value)
    return own({
      uid: 65534,
      gid: 65534,
      username: text('nobody'),
      homedir: text(process.env.HOME ?? '/'),
      shell: text('/bin/sh'),
    })
  },
  uptime: readable(() => (Number(host('now')) - begun) / 1000),
  version: readable(() => '#1'),
  machine: readable(() => 'x86_64'),
  constants: Object.freeze(
    own({
      UV_UDP_REUSEADDR: 4,
      errno: own(errno),
      signals: own(signals),
    }),
  ),
  EOL: '\n',
  devNull: '/dev/null',
}
/** `node:os`. */
export const os = Object.assign(machine, withAbsent('os', {}))
for (const name of ['constants', 'EOL', 'devNull']) Object.defineProperty(os, name, { writable: false })
