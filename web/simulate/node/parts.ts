/** Removes the types from TypeScript code. */
export type StripTypes = (code: string, path: string) => string

/** The parts loaded for one program: scripts for the VM by name, and the type stripper, which runs outside the VM. */
export interface LoadedParts {
  readonly scripts: ReadonlyMap<string, string>
  readonly typescript: StripTypes | undefined
}

/** The type stripper, taken from its module. */
export function takeTypescript(module: Readonly<Record<string, unknown>>): StripTypes {
  const { stripTypes } = module
  if (typeof stripTypes !== 'function') throw new Error('unexpected version of typescript.js')
  return (code, path) => String((stripTypes as (code: string, path: string) => unknown)(code, path))
}
