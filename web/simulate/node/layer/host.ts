/** A value that passes between the VM and the host. */
export type HostValue = string | number | boolean | ArrayBuffer | undefined

declare const __NODE_VERSION__: string
declare const __host: (operation: string, ...args: HostValue[]) => HostValue

const door = __host
Reflect.deleteProperty(globalThis, '__host')

/**
 * The prefix of a string that is sent as JSON, in both directions. Other strings are sent as C strings, which end at a
 * zero character and lose lone surrogates.
 */
const mark = '\u0001'

function passed(value: HostValue): HostValue {
  if (typeof value !== 'string') return value
  const text = value as string & { isWellFormed(): boolean }
  return text.includes('\0') || text.startsWith(mark) || !text.isWellFormed() ? mark + JSON.stringify(value) : value
}

/** Call the host. All strings are supported as arguments and results. */
export function host(operation: string, ...args: HostValue[]): HostValue {
  const answer = door(operation, ...args.map(passed))
  return typeof answer === 'string' && answer.startsWith(mark) ? (JSON.parse(answer.slice(1)) as string) : answer
}

/** Call the host. The result is text. */
export function hostText(operation: string, ...args: HostValue[]): string {
  return String(host(operation, ...args))
}

/** Call the host. The result is bytes. */
export function hostBytes(operation: string, ...args: HostValue[]): Uint8Array {
  return new Uint8Array(host(operation, ...args) as ArrayBuffer)
}

/** Bytes as an `ArrayBuffer` to send to the host. */
export function asBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.prototype.slice.call(bytes).buffer as ArrayBuffer
}

/** Send output of the program immediately. */
export function write(stream: string, data: string | Uint8Array): void {
  host('write', stream, typeof data === 'string' ? data : asBuffer(data))
}

/** The program as the page sends it. */
export interface ProgramFacts {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string
}

/** The program to run. It is set when the program starts, long after this module is evaluated. */
export let program: ProgramFacts = { command: 'node', args: [], env: {}, cwd: '/', stdin: '' }

/** Request the program from the host, and set `program`. */
export function takeProgram(): ProgramFacts {
  program = JSON.parse(hostText('program')) as ProgramFacts
  return program
}

/** The Node version that built the page. The server uses the same version. */
export const nodeVersion = __NODE_VERSION__

/** The bytes of a string in an encoding. */
export function bytesOf(text: string, encoding: string): Uint8Array {
  return hostBytes('bytesOf', text, encoding)
}

/** The string that bytes represent in an encoding. */
export function textOf(bytes: Uint8Array, encoding: string): string {
  return bytes.length === 0 ? '' : hostText('textOf', asBuffer(bytes), encoding)
}

/** The string with its lone surrogates replaced. */
export function wellFormed(text: string): string {
  return textOf(bytesOf(text, 'utf8'), 'utf8')
}
