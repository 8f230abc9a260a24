import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { writeJson } from '#core/read'
import { visibleBut } from '#core/text'
import { plain } from '../disk-paths.ts'
import { readWhole, whyUnread } from '../project/whole-file.ts'
import { codeOf, ReportedError } from '../project/reported-error.ts'

/** The environment of a command: output, input, working directory, variables and clock. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /** Ask the user at the terminal; undefined without a terminal. */
  readonly ask?: ((question: string) => string) | undefined
  /** Show a status line, which replaces the previous one. An empty line clears it. Undefined without a terminal. */
  readonly status?: ((line: string) => void) | undefined
  /** All of standard input, as text. */
  input(): string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether to print colors. */
  readonly colors: boolean
  /** The width of the terminal at standard output; undefined for any other output. */
  readonly columns?: number | undefined
  now(): Date
  /** An ID of this version of the program, for output stored between processes; undefined disables this storage. */
  readonly build?: string | undefined
  /** Resolves on Ctrl+C or SIGTERM. After the first call, the command itself must end the program. */
  untilEnded(): Promise<void>
}

/** The values of `--color`. */
export const colorWords = ['auto', 'always', 'never'] as const

/**
 * The environment of this process. Honors `NO_COLOR` and `FORCE_COLOR`.
 * @param isShort Whether the command responds once and ends. It then writes to pipes and files synchronously, because
 * loading a stream takes as long as the command itself. A long-running command writes to streams, so a slow reader does
 * not block it.
 */
export function processIo(isShort = false): Io {
  const isSeen = isTerminal(1)
  const throughStreams = () => ({ out: throughStream('stdout'), err: throughStream('stderr') })
  const write: Partial<Pick<Io, 'out' | 'err'>> = isShort ? {} : throughStreams()
  return {
    out: (text) => (write.out ??= isSeen ? throughStream('stdout') : atOnce(1, endOfOutput))(text),
    err: (text) => (write.err ??= isTerminal(2) ? throughStream('stderr') : atOnce(2, endOfErrors))(text),
    get ask() {
      // Accessing `process.stdin` makes a later read of an empty pipe fail instead of wait.
      return isTerminal(0) && isTerminal(2) ? askTerminal : undefined
    },
    get status() {
      return isTerminal(2) && process.env['TERM'] !== 'dumb' ? showStatus : undefined
    },
    input: standardInput,
    cwd: workingFolder(),
    env: process.env,
    colors: colorsOf(process.env, isSeen),
    get columns() {
      return isSeen ? process.stdout.columns : undefined
    },
    now: () => new Date(),
    get build() {
      return bundleDigest(import.meta.filename)
    },
    untilEnded() {
      Object.assign(write, throughStreams())
      return new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
    },
  }
}

/**
 * The digest at the start of a bundled program with the file's modification time; undefined for a program that runs
 * from sources.
 */
function bundleDigest(path: string): string | undefined {
  const head = Buffer.alloc(68)
  const file = openSync(path, 'r')
  try {
    readSync(file, head)
  } finally {
    closeSync(file)
  }
  const [, digest] = /^\/\*([0-9a-f]{64})\*\/$/.exec(head.toString('latin1')) ?? []
  return digest && `${digest} ${statSync(path).mtimeMs}`
}

/**
 * Whether to print colors. `FORCE_COLOR` decides even without a terminal: 0 and false turn colors off, any other value
 * turns them on. Without it, colors need a terminal, and `NO_COLOR` or `TERM=dumb` turns them off.
 */
function colorsOf(env: Io['env'], isSeen: boolean): boolean {
  const forced = env['FORCE_COLOR'] ?? ''
  if (forced !== '') return forced !== '0' && forced !== 'false'
  return isSeen && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}

/** Checks the file type first, because `node:tty` also loads the module for sockets. */
function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor)
  } catch {
    // The descriptor is closed.
    return false
  }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    // The descriptor is closed.
    return false
  }
}

function atOnce(descriptor: number, ended: (error: Error) => void): (text: string) => void {
  let isOpen = true
  return (text) => {
    if (!isOpen) return
    const bytes = Buffer.from(text)
    try {
      for (let at = 0; at < bytes.length;) at += waiting(() => writeSync(descriptor, bytes, at))
    } catch (error) {
      isOpen = false
      // Report the error after the current work of the command.
      setImmediate(() => ended(error instanceof Error ? error : new Error(String(error))))
    }
  }
}

function throughStream(name: 'stdout' | 'stderr'): (text: string) => void {
  const [descriptor, ended] = name === 'stdout' ? ([1, endOfOutput] as const) : ([2, endOfErrors] as const)
  // Node's file stream drops text silently on a full disk.
  if (isFile(descriptor)) return atOnce(descriptor, ended)
  const stream = process[name]
  if (!stream.listeners('error').includes(ended)) stream.on('error', ended)
  return (text) => void stream.write(text)
}

/** Standard output for a program that writes often: writes each string completely, and waits while the pipe is full. */
export function patientOutput(): (text: string) => Promise<void> {
  const write = throughStream('stdout')
  return async (text) => {
    write(text)
    if (!isFile(1) && process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  }
}

/**
 * The working directory. If it was deleted, returns a path that does not exist, and commands that need a folder report
 * that.
 */
function workingFolder(): string {
  try {
    return plain(process.cwd())
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return process.env['PWD'] ?? '/dev/null'
  }
}

/** Ends the program when its output cannot be written. A closed pipe, such as from `head`, is not an error. */
function endOfOutput(error: Error): void {
  if (codeOf(error) === 'EPIPE') process.exit()
  process.stderr.write(`Writing to standard output failed: ${error.message}\n`)
  process.exit(1)
}

/** Ignore write errors of standard error: no other output can report them, and the exit code does not change. */
function endOfErrors(): void {}

/**
 * All of standard input.
 * @throws ReportedError if it cannot be read or is too large
 */
function standardInput(): string {
  try {
    return readWhole(readWaiting).toString('utf8')
  } catch (error) {
    throw new ReportedError('usage', `Standard input cannot be read (${whyUnread(error)}).`)
  }
}

/** Show a status line, cut at the terminal's width, because a wrapped line cannot be replaced. */
function showStatus(line: string): void {
  process.stderr.write(`\r${line.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`)
}

/**
 * Standard input as a stream, for a command that responds to requests. At a terminal, a line on standard error shows
 * that the command is waiting.
 *
 * @param awaited The input that the command waits for, such as "requests, one JSON document per line".
 * @throws ReportedError for a folder, which Node treats as an input that has ended.
 */
export function inputStream(awaited: string): typeof process.stdin {
  if (fstatSync(0).isDirectory()) throw new ReportedError('usage', 'Standard input is a folder. Pass a file or a pipe.')
  if (isTerminal(0)) process.stderr.write(`Waiting for ${awaited} on standard input. Press Ctrl+C to stop.\n`)
  return process.stdin
}

/** One line from the terminal; empty at the end of input. */
function askTerminal(question: string): string {
  process.stderr.write(question)
  const byte = Buffer.alloc(1)
  const line: number[] = []
  while (readWaiting(byte) === 1 && byte[0] !== 10) line.push(byte[0] ?? 0)
  return Buffer.from(line).toString()
}

/** Read from standard input; returns 0 bytes at its end. */
function readWaiting(buffer: Buffer): number {
  return waiting(() => {
    try {
      return readSync(0, buffer)
    } catch (error) {
      if (codeOf(error) === 'EOF') return 0
      throw error
    }
  })
}

/**
 * Retry while a descriptor is not ready (EAGAIN). The parent process, or a library that used `process.stdin`, can make
 * a pipe or terminal non-blocking.
 */
function waiting(work: () => number): number {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 5)
    }
  }
}

/** Print a document as JSON. */
export function printJson(io: Io, document: unknown): void {
  io.out(`${writeJson(document, { indent: '  ' })}\n`)
}

/** A message that is safe to print: names of files and items can contain terminal control characters. */
export function harmless(message: string): string {
  return visibleBut('\n', message)
}
