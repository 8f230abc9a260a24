import type { Located } from '../located.ts'

/** The parts of a Python file that metadata needs. The file is read, never executed (R2.1). */
export interface PythonModule {
  /** The module docstring with its place; undefined if there is none. */
  readonly docstring: Located | undefined
  /**
   * Every module-level `name = literal`, in file order. If a name occurs more than once, the last assignment applies.
   */
  readonly literals: readonly PythonAssignment[]
  /**
   * Module-level bindings of plain names that are not metadata: annotated, augmented, chained, unpacked, inside a
   * block, computed, imported.
   */
  readonly ignored: readonly IgnoredAssignment[]
}

/** One `name = literal` of a module (R2.1), with the place of the name. */
export interface PythonAssignment {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly value: Located
}

/** A binding that is not metadata, and the reason. R2.1 reports the binding if its name is a field name. */
export interface IgnoredAssignment {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly because: 'annotated' | 'chained' | 'unpacked' | 'nested' | 'not-literal' | 'augmented' | 'imported'
}

/** The reason and the place of a syntax error. */
export interface PythonSyntaxError {
  readonly message: string
  readonly start: number
  readonly end: number
}
