/** The VM's side of the door: text, numbers and bytes only. */
export type HostValue = string | number | boolean | ArrayBuffer | undefined

declare const __host: (operation: string, ...args: HostValue[]) => HostValue

const door = __host
Reflect.deleteProperty(globalThis, '__host')

export function host(operation: string, ...args: HostValue[]): HostValue {
  return door(operation, ...args)
}

export function hostText(operation: string, ...args: HostValue[]): string {
  return String(door(operation, ...args))
}

export function hostBytes(operation: string, ...args: HostValue[]): Uint8Array {
  return new Uint8Array(door(operation, ...args) as ArrayBuffer)
}

/** Bytes as they pass through the door. */
export function asBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer
}

export interface ProgramFacts {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string
}

/** The program to run; known once it begins, long after this module was set up. */
export let program: ProgramFacts = { command: 'node', args: [], env: {}, cwd: '/', stdin: '' }

export function takeProgram(): ProgramFacts {
  program = JSON.parse(hostText('program')) as ProgramFacts
  return program
}

/** An error as Node's own modules throw it. */
export function codedError(
  code: string,
  message: string,
  kind: ErrorConstructor | TypeErrorConstructor = Error,
): Error {
  const error = new kind(message)
  return Object.assign(error, { code })
}
