import { once } from 'node:events'
import { fstatSync, readSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { writeJson } from '#core/read'
import { visibleBut } from '#core/text'
import { readWhole, whyUnread } from '../project/whole-file.ts'
import { codeOf, ReportedError } from '../project/reported-error.ts'

/** What a command gets from outside: everything it prints, reads from the machine, or needs by chance passes here. */
export interface Io {
  out(text: string): void
  err(text: string): void
  /** Ask whoever sits at the terminal; absent where nobody does. */
  readonly ask?: ((question: string) => string) | undefined
  /** Show a line at the terminal that the next one replaces, and an empty one takes away; absent where nobody sees it. */
  readonly status?: ((line: string) => void) | undefined
  /** All of standard input, as text. */
  input(): string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether standard output is a terminal that shows colours. */
  readonly colors: boolean
  now(): Date
  /** Comes when a person ends the program (Ctrl+C); from the first call on it is the command that has to end. */
  untilEnded(): Promise<void>
}

/** What may stand after `--color`. */
export const colorWords = ['auto', 'always', 'never'] as const

/**
 * The real thing. `NO_COLOR` is honoured.
 * @param isShort Whether the program answers and ends: what it says to a pipe or a file is written at once then, since a stream takes as
 * long to load as such an answer to be made. Where it goes on, a reader who takes his time with its output holds up nothing.
 */
export function processIo(isShort = false): Io {
  const isSeen = isTerminal(1)
  const throughStreams = () => ({ out: throughStream('stdout'), err: throughStream('stderr') })
  const write: Partial<Pick<Io, 'out' | 'err'>> = isShort ? {} : throughStreams()
  return {
    out: (text) => (write.out ??= isSeen ? throughStream('stdout') : atOnce(1, endOfOutput))(text),
    err: (text) => (write.err ??= isTerminal(2) ? throughStream('stderr') : atOnce(2, endOfErrors))(text),
    get ask() {
      // Not by process.stdin: to look at it lets reads of an empty pipe fail instead of wait.
      return isTerminal(0) && isTerminal(2) ? askTerminal : undefined
    },
    get status() {
      return isTerminal(2) && process.env['TERM'] !== 'dumb' ? showStatus : undefined
    },
    input: standardInput,
    cwd: workingFolder(),
    env: process.env,
    colors: isSeen && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
    now: () => new Date(),
    untilEnded() {
      Object.assign(write, throughStreams())
      return new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      })
    },
  }
}

/** To ask Node's module for terminals alone loads that for sockets too. */
function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor)
  } catch {
    // It is closed.
    return false
  }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    // It is closed.
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
      // What the command has to do besides is done first.
      setImmediate(() => ended(error instanceof Error ? error : new Error(String(error))))
    }
  }
}

function throughStream(name: 'stdout' | 'stderr'): (text: string) => void {
  const [descriptor, ended] = name === 'stdout' ? ([1, endOfOutput] as const) : ([2, endOfErrors] as const)
  // Node's stream to a file passes over what a full disk does not take of a text.
  if (isFile(descriptor)) return atOnce(descriptor, ended)
  const stream = process[name]
  if (!stream.listeners('error').includes(ended)) stream.on('error', ended)
  return (text) => void stream.write(text)
}

/** Standard output for a program that writes often: each text is written whole, and waited for while a pipe is full. */
export function patientOutput(): (text: string) => Promise<void> {
  const write = throughStream('stdout')
  return async (text) => {
    write(text)
    if (!isFile(1) && process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  }
}

/** Where this program was started. That may be gone: then it is a path that leads nowhere, and whoever needs a folder says so. */
function workingFolder(): string {
  try {
    return process.cwd()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return process.env['PWD'] ?? '/dev/null'
  }
}

/** Output that goes nowhere ends the program. A reader that has seen enough, such as `head`, closes the pipe: that is no fault. */
function endOfOutput(error: Error): void {
  if (codeOf(error) === 'EPIPE') process.exit()
  process.stderr.write(`Standard output cannot be written: ${error.message}\n`)
  process.exit(1)
}

/** Nobody is left who could hear of it, and the verdict stands. */
function endOfErrors(): void {}

/** All of standard input. */
function standardInput(): string {
  try {
    return readWhole(readWaiting).toString('utf8')
  } catch (error) {
    throw new ReportedError('usage', `Standard input cannot be read (${whyUnread(error)}).`)
  }
}

/** Cut where the terminal would break it: what is on two lines is not replaced by one. */
function showStatus(line: string): void {
  process.stderr.write(`\r${line.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`)
}

/**
 * Standard input as it comes, for whoever answers what stands there.
 *
 * @throws ReportedError for a folder, which Node takes for an input that has ended.
 */
export function inputStream(): typeof process.stdin {
  if (fstatSync(0).isDirectory()) throw new ReportedError('usage', 'Standard input is a folder.')
  return process.stdin
}

/** One line from the terminal; the end of the input is an empty one. */
function askTerminal(question: string): string {
  process.stderr.write(question)
  const byte = Buffer.alloc(1)
  const line: number[] = []
  while (readWaiting(byte) === 1 && byte[0] !== 10) line.push(byte[0] ?? 0)
  return Buffer.from(line).toString()
}

/** Read from standard input, 0 bytes at its end. */
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
 * Do what may have to wait. Whoever started this program, or a library that looked at `process.stdin`, may have made the pipe or the
 * terminal one that does not wait (EAGAIN).
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

/** Say a document as JSON. */
export function printJson(io: Io, document: unknown): void {
  io.out(`${writeJson(document, { indent: '  ' })}\n`)
}

/** A message as it can be shown: names of files and items in it may hold what moves a terminal. */
export function harmless(message: string): string {
  return visibleBut('\n', message)
}
