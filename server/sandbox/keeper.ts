import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, constants, mkdirSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { closeQuietly } from './base.ts'
import { DISK, FD, keeperCommand, ON_DISK, READY_SCRIPT } from './command.ts'
import type { Confinement } from './command.ts'
import type { Limits } from './limits.ts'
import { standBehind } from './niceness.ts'
import { childrenOf } from './process-tree.ts'
import { within } from './within.ts'

/** The process that owns one run's disk and starts its sandbox; it ends with the server. */
export interface Keeper {
  /** The path of the run's disk, as the server sees it. */
  readonly disk: string
  readonly stdout: Socket
  readonly stderr: Socket
  /** Run a script of the keeper. Returns the exit status, or the reason if the keeper has ended or does not respond. */
  run(script: string, options: readonly string[]): Promise<KeeperEnd>
  /** The ID of the process that is the parent of all processes in the run. */
  readonly pid: number
  /**
   * End the sandbox and all its processes, even while it starts, and keep the disk. `run` then returns within
   * `ANSWER_MS`, even if the keeper is stopped.
   */
  killTool(): void
  readonly isAlive: boolean
  /** End all processes; the server can still read the tool's output. */
  close(): Promise<void>
  /** End all processes, and discard output that was not read. */
  discard(): Promise<void>
}

/**
 * The result of a keeper's script. The sandbox reports whether the tool was started; the tool's output never counts.
 */
export type KeeperEnd =
  | { readonly kind: 'ended'; readonly status: number; readonly started: boolean }
  /** The keeper has ended or does not respond. `started` is whether the tool can have run. */
  | { readonly kind: 'failed'; readonly reason: string; readonly started: boolean }

export interface KeeperSetup {
  readonly confinement: Confinement
  readonly limits: Limits
  /** The path of the system call filter; null for none. */
  readonly filter: string | null
}

/** Start a keeper and wait for its disk. Returns the reason if that fails or takes too long. */
export async function startKeeper(setup: KeeperSetup): Promise<Keeper | { readonly failed: string }> {
  const keeper = new KeeperProcess(setup)
  keeper.write(READY_SCRIPT)
  const isReady = ((await within(START_MS, keeper.hears(/^mounted$/m))) ?? null) !== null
  const [pid] = isReady ? keeper.children() : []
  const disk = `/proc/${pid ?? 0}/root${DISK}`
  const streams = pid === undefined ? undefined : readyDisk(disk, setup.confinement.user)
  if (pid === undefined || streams === undefined) {
    await keeper.kill()
    return { failed: keeper.trouble || 'the process that prepares the run ended or did not respond' }
  }
  // Keepers get a low priority, which their children inherit, because the server must respond while tools are busy.
  yieldToServer(pid)
  return readyKeeper(keeper, pid, disk, streams)
}

interface ToolStreams {
  readonly stdout: Socket
  readonly stderr: Socket
}

function readyKeeper(keeper: KeeperProcess, pid: number, disk: string, streams: ToolStreams): Keeper {
  let killing: NodeJS.Timeout | undefined
  let giveUp: (late: null) => void = () => {}
  const tooLate = new Promise<null>((resolve) => (giveUp = resolve))
  let waiting: NodeJS.Timeout | undefined
  const killTool = (): void => childrenOf(pid).forEach(kill)
  const rest = (): void => {
    clearInterval(killing)
    clearTimeout(waiting)
  }
  const close = async (): Promise<void> => {
    rest()
    // When the first process of a namespace has ended, all others have ended.
    if (!keeper.isGone) kill(pid)
    await within(ANSWER_MS, keeper.ended())
    // The parent process that waits for the keeper can itself be stopped.
    await keeper.kill()
  }
  return {
    disk,
    ...streams,
    get isAlive() {
      return !keeper.isGone
    },
    async run(script, options) {
      keeper.giveOptions(options)
      keeper.write(script)
      const end = await Promise.race([keeper.hears(/^ended (\d+)$/m), tooLate])
      rest()
      if (end !== null) {
        const status = Number(end[1])
        // A killed sandbox does not report whether its tool has run.
        const started = RAN.test(keeper.said) || (status > 128 && BUILT.test(keeper.said))
        return { kind: 'ended', status, started }
      }
      const reason = keeper.trouble || 'the process that controls the sandbox ended'
      return { kind: 'failed', reason, started: BUILT.test(keeper.said) }
    },
    pid,
    killTool() {
      killTool()
      killing ??= setInterval(killTool, KILL_AGAIN_MS)
      waiting ??= setTimeout(() => giveUp(null), ANSWER_MS)
    },
    close,
    async discard() {
      for (const socket of Object.values(streams)) socket.destroy()
      await close()
    },
  }
}

/** The process of a keeper. It runs scripts, and reports its progress on a separate pipe. */
class KeeperProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #said = ''
  #trouble = ''
  #isGone = false
  #wake = (): void => {}

  constructor({ confinement, limits, filter: filterFile }: KeeperSetup) {
    // Node closes a descriptor above 2 in the child if it is set to `ignore`.
    const nothing = openSync('/dev/null', 'r')
    const filter = filterFile === null ? nothing : openSync(filterFile, 'r')
    const { command, args } = keeperCommand(confinement, limits)
    this.#child = spawn(command, args, {
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      stdio: ['pipe', 'ignore', 'pipe', filter, 'pipe', nothing, 'pipe'],
    })
    for (const descriptor of new Set([filter, nothing])) closeQuietly(descriptor)
    this.#listen()
    this.#ended = new Promise((resolve) => {
      const over = (error?: unknown): void => {
        if (error instanceof Error) this.#trouble ||= error.message
        this.#isGone = true
        this.#wake()
        resolve()
      }
      this.#child.on('error', over)
      this.#child.on('close', () => over())
    })
  }

  /** The progress so far, as text. */
  get said(): string {
    return this.#said
  }

  /** The error output. */
  get trouble(): string {
    return this.#trouble.trim()
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** Wait for a report that matches; null if the process ends without one. */
  hears(word: RegExp): Promise<RegExpExecArray | null> {
    return new Promise((resolve) => {
      this.#wake = () => {
        const received = word.exec(this.#said)
        if (received !== null || this.#isGone) resolve(received)
      }
      this.#wake()
    })
  }

  write(script: string): void {
    this.#child.stdin?.write(script)
  }

  /** Send the arguments of the sandbox through a pipe, because the list can be long. */
  giveOptions(words: readonly string[]): void {
    const options = this.#pipe(FD.options)
    if (options instanceof Writable) options.end(words.map((word) => `${word}\0`).join(''))
  }

  children(): readonly number[] {
    return this.#child.pid === undefined ? [] : childrenOf(this.#child.pid)
  }

  async ended(): Promise<void> {
    if (!this.#isGone) await this.#ended
  }

  async kill(): Promise<void> {
    if (!this.#isGone) this.#child.kill('SIGKILL')
    await this.ended()
  }

  #listen(): void {
    const { stdin, stderr } = this.#child
    const [status, options] = [this.#pipe(FD.status), this.#pipe(FD.options)]
    if (status instanceof Readable) {
      status.on('data', (chunk: Buffer) => {
        this.#said += chunk.toString('utf8')
        this.#wake()
      })
    }
    stderr?.on('data', (chunk: Buffer) => (this.#trouble = (this.#trouble + chunk.toString('utf8')).slice(0, 2000)))
    stdin?.on('error', () => {})
    if (options instanceof Writable) options.on('error', () => {})
  }

  #pipe(descriptor: number): unknown {
    const streams: readonly unknown[] = this.#child.stdio
    return streams[descriptor]
  }
}

/** Reported by bubblewrap, or by the script of the reduced level, when a process of the sandbox exists. */
const BUILT = /"child-pid"|^started$/m
/**
 * Reported by bubblewrap, or by the script of the reduced level, when the tool itself has started. bubblewrap reports
 * an exit code only then.
 */
const RAN = /"exit-code"|^started$/m

/** Create the folders on an empty disk and open the ends of its pipes; undefined if the disk is already gone. */
function readyDisk(disk: string, user: number | null): ToolStreams | undefined {
  const opened: number[] = []
  try {
    for (const place of [ON_DISK.tmp, ON_DISK.shm]) {
      mkdirSync(disk + place)
      chmodSync(disk + place, 0o1777)
      if (user !== null) chownSync(disk + place, user, user)
    }
    for (const pipe of [ON_DISK.stdout, ON_DISK.stderr])
      opened.push(openSync(disk + pipe, constants.O_RDONLY | constants.O_NONBLOCK))
  } catch {
    opened.forEach(closeQuietly)
    return undefined
  }
  const [stdout, stderr] = opened.map((fd) => new Socket({ fd, readable: true, writable: false }))
  return stdout === undefined || stderr === undefined ? undefined : { stdout, stderr }
}

/** Number of `nice` steps between a tool and its server. */
const TOOL_STEPS = 5

/** Time limit for mounting a disk, in milliseconds, including delays on a busy machine. */
const START_MS = 30_000

/**
 * Time limit in milliseconds for a keeper to report that its tool was killed, and again to end. A stopped keeper does
 * neither.
 */
const ANSWER_MS = 3_000

/** Pause before another kill, in milliseconds, because the first kill can miss a sandbox that is still starting. */
const KILL_AGAIN_MS = 20

function yieldToServer(pid: number): void {
  try {
    standBehind(pid, TOOL_STEPS)
  } catch {
    // The keeper has already ended.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
