import { interpreterNameOf } from '#core/simulation'
import type { InterpreterName } from '#core/simulation'
import { describeStarted } from '../commands.ts'
import type { Output } from '../interpreter.ts'
import type { Program, SandboxEnding, SpawnResult } from '../messages.ts'
import { unpackFiles } from '../packed-files.ts'
import { readKill } from './kill.ts'
import { shellCode } from '../signals.ts'
import { hostFileSystem } from './files.ts'
import { runJq } from './jq.ts'
import type { Jq } from './jq.ts'
import { rewriteQuotes } from './quotes.ts'
import { readShellLine } from './shell-line.ts'
import { touch } from './touch.ts'
import type { Volume } from '../host/volume.ts'

/** The functions of bashkit that this sandbox uses. */
export interface Bashkit {
  initSync(source: { module: WebAssembly.Module }): { memory: WebAssembly.Memory }
  Bash: new (options: object) => {
    executeWithOutput(
      script: string,
      onOutput: (stdout: string, stderr: string) => void,
    ): Promise<{ readonly exitCode: number; readonly stdoutBytes: Uint8Array; readonly stderrBytes: Uint8Array }>
  }
}

interface Call {
  readonly name: string
  readonly argv: readonly string[]
  readonly stdin: string | null
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

const scratch = '/tmp/.sandbox'
const commands = ['python', 'python3', 'node', 'tsx']
const usualPath = '/usr/local/bin:/usr/bin:/bin'
const unlimited = 1_000_000_000

/** Starts a program of another interpreter and waits for its end. */
export type Spawn = (interpreter: InterpreterName, program: Program) => Promise<SpawnResult>

/** One program that `bash` or `sh` runs. */
export class BashProcess {
  readonly #bashkit: Bashkit
  readonly #program: Program
  readonly #volume: Volume
  readonly #sender: Output
  readonly #start: Spawn
  readonly #loadJq: () => Promise<Jq>
  #jq: Promise<Jq> | undefined
  readonly #encoder = new TextEncoder()

  constructor(
    bashkit: Bashkit,
    program: Program,
    volume: Volume,
    sender: Output,
    start: Spawn,
    loadJq: () => Promise<Jq>,
  ) {
    this.#bashkit = bashkit
    this.#program = program
    this.#volume = volume
    this.#sender = sender
    this.#start = start
    this.#loadJq = loadJq
  }

  async run(): Promise<SandboxEnding> {
    const { args, command, cwd, env, stdin } = this.#program
    const line = readShellLine(command, args, stdin)
    if (line.kind === 'say') return this.#say(line.text, line.code)
    const source = line.kind === 'file' ? this.#read(line.target, cwd) : line.target
    if (source === undefined) return this.#say(`${command}: ${line.target}: No such file or directory\n`, 127)
    this.#volume.mkdir(scratch, true)
    this.#volume.mkdir('/dev/fd', true) // the shell requires this folder for `<(...)`
    this.#volume.write(`${scratch}/source`, this.#encoder.encode(withJq(rewriteQuotes(source))))
    this.#volume.write(`${scratch}/stdin`, this.#encoder.encode(line.kind === 'stdin' ? '' : stdin))
    this.#installCommands()
    const hasJobs = /\$!|%\d|\bjobs\b/.test(source)
    let die: (signal: string) => void = () => undefined
    const killed = new Promise<string>((resolve) => (die = resolve))
    const bash = new this.#bashkit.Bash({
      profile: 'interactive',
      cwd,
      env: { PATH: usualPath, ...env },
      fs: hostFileSystem(this.#volume),
      maxCommands: unlimited,
      maxLoopIterations: unlimited,
      timeoutMs: unlimited,
      customBuiltins: {
        __spawn: (call: Call) => this.#spawn(call),
        __jq: (call: Call) => this.#runJq(call),
        jq: (call: Call) => this.#runJq(call),
        kill: ({ argv }: Call) => {
          const { says, signal } = readKill(argv, hasJobs)
          if (signal === undefined) return says
          die(signal)
          return new Promise<string>(() => undefined) // the shell has ended, so later lines do not run
        },
        touch: ({ argv, cwd: folder }: Call) => touch(this.#volume, argv, folder),
      },
    })
    const rest = [line.name, ...line.rest].map(quote).join(' ')
    const options = line.options.map(quote).join(' ')
    const script = `bash ${options} -c "$(cat ${scratch}/source)" ${rest} < ${scratch}/stdin`
    const before = { stdout: '', stderr: '' }
    const running = bash.executeWithOutput(script, (stdout, stderr) => {
      before.stdout += stdout
      before.stderr += stderr
      if (stdout !== '') this.#sender.write('stdout-preview', this.#encoder.encode(stdout))
      if (stderr !== '') this.#sender.write('stderr-preview', this.#encoder.encode(stderr))
    })
    const ended = await Promise.race([running, killed])
    const isKilled = typeof ended === 'string'
    this.#sender.write('stdout', isKilled ? this.#encoder.encode(before.stdout) : ended.stdoutBytes)
    this.#sender.write('stderr', isKilled ? this.#encoder.encode(before.stderr) : ended.stderrBytes)
    this.#sender.flush()
    return isKilled ? { kind: 'killed', signal: ended } : { kind: 'exited', code: ended.exitCode & 255 }
  }

  #say(text: string, code: number): SandboxEnding {
    this.#sender.write(code === 0 ? 'stdout' : 'stderr', this.#encoder.encode(text))
    return { kind: 'exited', code }
  }

  #read(path: string, cwd: string): string | undefined {
    const file = path.startsWith('/') ? path : `${cwd}/${path}`
    return this.#volume.find(file)?.kind === 'file' ? new TextDecoder().decode(this.#volume.read(file)) : undefined
  }

  /** Run another interpreter in the frame with the current files. Applies its changes before the shell continues. */
  async #spawn(call: Call): Promise<string> {
    const [command = '', ...args] = call.argv
    const interpreter = interpreterNameOf(command)
    if (interpreter === undefined) return this.#leave(127, `${command}: not simulated\n`, '')
    const { limits } = this.#program
    const env = { ...call.env }
    const program: Program = {
      command,
      args,
      env,
      cwd: call.cwd,
      stdin: call.stdin ?? '',
      files: this.#volume.pack(),
      limits,
    }
    const result = await this.#start(interpreter, program)
    this.#take(result)
    const decoder = new TextDecoder()
    return this.#leave(
      statusOf(result.ending),
      decoder.decode(result.stderr) + complaintOf(result.ending),
      decoder.decode(result.stdout),
    )
  }

  async #runJq(call: Call): Promise<string> {
    try {
      const { stdout, stderr, code } = runJq(await (this.#jq ??= this.#loadJq()), this.#volume, call)
      return this.#leave(code, stderr, stdout)
    } catch {
      this.#jq = undefined // jq reached its memory limit, so the next call requires a new instance
      return this.#leave(shellCode('SIGABRT'), 'jq: error: cannot allocate memory\n', '')
    }
  }

  #take({ files, limit }: SpawnResult): void {
    if (limit !== null) this.#volume.limitReached = limit
    if (files === null) return
    const left = new Set(files.paths)
    const gone: string[] = []
    this.#volume.walk((path) => {
      if (!left.has(path)) gone.push(path)
    })
    for (const path of gone) this.#volume.remove(path, false)
    for (const { path, bytes } of unpackFiles(files.touched)) {
      this.#volume.mkdir(path.slice(0, path.lastIndexOf('/')), true)
      this.#volume.write(path, bytes)
    }
  }

  /**
   * Install programs that call the other interpreters, at the usual paths, and at each path in the workspace or in a
   * variable.
   */
  #installCommands(): void {
    const paths = commands.map((name) => `/usr/bin/${name}`)
    this.#volume.walk((path) => void paths.push(path))
    for (const value of Object.values(this.#program.env)) if (value.startsWith('/')) paths.push(value)
    for (const path of paths) {
      const interpreter = /\/bin\/[^/]+$/.test(path) ? interpreterNameOf(path) : undefined
      if (interpreter === undefined || interpreter === 'bash') continue
      const text = `#!/bin/bash\n__spawn ${quote(path)} "$@"\ncat ${scratch}/stderr >&2\nexit "$(cat ${scratch}/status)"\n`
      this.#volume.install(path, this.#encoder.encode(text))
    }
  }

  /** A built-in command of bashkit returns only stdout, so files contain the exit code and stderr. */
  #leave(status: number, stderr: string, stdout: string): string {
    this.#volume.write(`${scratch}/status`, this.#encoder.encode(String(status)))
    this.#volume.write(`${scratch}/stderr`, this.#encoder.encode(stderr))
    return stdout
  }
}

/** A script whose `jq` has an exit code and stderr, which a built-in command cannot return. Keeps the line numbers. */
function withJq(source: string): string {
  if (!/\bjq\b/.test(source)) return source
  const after = `cat ${scratch}/stderr >&2; return "$(cat ${scratch}/status)"`
  return `jq() { __jq "$@"; ${after}; }; ${source}`
}

function statusOf(ending: SandboxEnding): number {
  if (ending.kind === 'exited') return ending.code
  if (ending.kind === 'killed') return shellCode(ending.signal)
  return ending.kind === 'not-started' ? 127 : 137
}

function complaintOf(ending: SandboxEnding): string {
  if (ending.kind === 'exited') return ''
  if (ending.kind === 'not-simulated') return `${describeStarted(ending.starts)}\n`
  return ending.kind === 'not-started'
    ? `${ending.reason}\n`
    : `${ending.kind === 'killed' ? ending.signal : ending.kind}\n`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`
}
