import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './redis.ts'

/** The proxies in deploy/: how to start them, and their configuration files adapted to a test. */
const proxies = {
  nginx: {
    file: 'nginx.conf',
    args: (file: string, dir: string) => ['-c', file, '-p', dir, '-e', 'stderr', '-g', 'daemon off; pid nginx.pid;'],
    change: (text: string, port: number, servers: readonly string[], dir: string) =>
      text
        .replace('listen 8080;', `listen 127.0.0.1:${port};`)
        .replace(/server server:4173 (.*);/, servers.map((server) => `server ${server} $1;`).join(' '))
        .replace('http {', `http { access_log off; ${temporary(dir)}`),
  },
  caddy: {
    file: 'Caddyfile',
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    change: (text: string, port: number, servers: readonly string[]) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${text
        .replace(/^:8080 /m, `:${port} `)
        .replace('reverse_proxy server:4173', `reverse_proxy ${servers.join(' ')}`)}`,
  },
} as const

export type ProxyName = keyof typeof proxies
export const proxyNames: readonly ProxyName[] = ['nginx', 'caddy']

function temporary(dir: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return kinds.map((kind) => `${kind}_temp_path ${dir};`).join(' ')
}

/** Whether a proxy is installed on this machine; tests do not install one. */
export function hasProxy(name: ProxyName): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' }).error === undefined
}

/** Start a proxy from deploy/ in front of servers on this machine, at this port or at a free one. */
export async function startProxy(name: ProxyName, servers: readonly string[], port?: number) {
  const { file, args, change } = proxies[name]
  const dir = mkdtempSync(join(tmpdir(), 'rye-proxy-'))
  const at = port ?? (await freePort())
  const written = join(dir, file)
  const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
  writeFileSync(written, change(text, at, servers, dir))
  const env = { PATH: process.env['PATH'], HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const child = spawn(name, args(written, dir), { stdio: ['ignore', 'ignore', 'pipe'], env })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-4000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  while (!(await isTaken(at))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
  }
  return {
    origin: `http://localhost:${at}`,
    async close(): Promise<void> {
      child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Whether a port accepts connections. A refusal resolves after a pause, so the program has time to open the port. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 20))
  })
}
