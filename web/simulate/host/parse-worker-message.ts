import type { InterpreterName } from '#core/simulation'
import type { FilesAfter, FromWorker, Program, SandboxEnding } from '../messages.ts'
import { defaultLimits } from '../limits.ts'
import { channels } from '../messages.ts'
import type { PackedFiles } from '../packed-files.ts'

type Fields = Readonly<Record<string, unknown>>

const interpreters: readonly InterpreterName[] = ['python', 'javascript', 'bash']

/** The maximum length of a stored program name, in characters. */
const mostName = 100

/**
 * Parse a message from a worker that has received a program. The program can send messages, too, so only known formats
 * are accepted and copied field by field. Returns undefined for all other messages.
 */
export function parseWorkerMessage(data: unknown): FromWorker | undefined {
  if (!isFields(data)) return undefined
  switch (data.kind) {
    case 'output': {
      const channel = channels.find((name) => name === data.channel)
      return channel !== undefined && isBytes(data.bytes) ? { kind: 'output', channel, bytes: data.bytes } : undefined
    }
    case 'ended': {
      const ending = parseEnding(data.ending)
      const files = data.files === null ? null : parseFilesAfter(data.files)
      const limit = data.limit === null ? null : isLimit(data.limit) ? data.limit : undefined
      if (ending === undefined || files === undefined || limit === undefined) return undefined
      return { kind: 'ended', ending, limit, files }
    }
    case 'failed':
      return { kind: 'failed', reason: String(data.reason) }
    case 'spawn': {
      const program = parseProgram(data.program)
      const interpreter = interpreters.find((name) => name === data.interpreter)
      if (program === undefined || interpreter === undefined || typeof data.id !== 'number') return undefined
      return { kind: 'spawn', id: data.id, interpreter, program }
    }
    case 'left': {
      const files = parsePacked(data.files)
      return typeof data.call === 'string' && files ? { kind: 'left', call: data.call, files } : undefined
    }
    default:
      return undefined
  }
}

function parseEnding(data: unknown): SandboxEnding | undefined {
  if (!isFields(data)) return undefined
  switch (data.kind) {
    case 'exited':
      return Number.isInteger(data.code) ? { kind: 'exited', code: Number(data.code) & 255 } : undefined
    case 'killed':
      return typeof data.signal === 'string' && /^SIG[A-Z0-9]{1,8}$/.test(data.signal)
        ? { kind: 'killed', signal: data.signal }
        : undefined
    case 'out-of-memory':
      return { kind: 'out-of-memory' }
    case 'not-simulated':
      return typeof data.starts === 'string'
        ? { kind: 'not-simulated', starts: data.starts.slice(0, mostName) }
        : undefined
    default:
      return undefined
  }
}

function parseFilesAfter(data: unknown): FilesAfter | undefined {
  if (!isFields(data) || !isTexts(data.paths) || !isTexts(data.oversized)) return undefined
  const touched = parsePacked(data.touched)
  return touched === undefined ? undefined : { touched, paths: [...data.paths], oversized: [...data.oversized] }
}

function parsePacked(data: unknown): PackedFiles | undefined {
  if (!isFields(data) || !isTexts(data.paths) || !(data.ends instanceof Uint32Array) || !isBytes(data.bytes))
    return undefined
  return { paths: [...data.paths], ends: data.ends, bytes: data.bytes }
}

function parseProgram(data: unknown): Program | undefined {
  if (!isFields(data) || !isFields(data.env) || !isTexts(data.args)) return undefined
  const files = parsePacked(data.files)
  const { command, cwd, stdin } = data
  if (files === undefined || typeof command !== 'string' || typeof cwd !== 'string' || typeof stdin !== 'string')
    return undefined
  const env = Object.fromEntries(
    Object.entries(data.env).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { command, args: [...data.args], env, cwd, stdin, files, limits: defaultLimits }
}

function isFields(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

function isTexts(data: unknown): data is readonly string[] {
  return Array.isArray(data) && data.every((item) => typeof item === 'string')
}

function isBytes(data: unknown): data is Uint8Array {
  return data instanceof Uint8Array
}

function isLimit(data: unknown): data is string {
  return typeof data === 'string' && Object.hasOwn(defaultLimits, data)
}
