import type { NodeProgram } from './node-program.ts'

/** A program with the name of its test. */
export interface NamedProgram extends NodeProgram {
  readonly name: string
}

export const js = (name: string, code: string, more: Partial<NodeProgram> = {}): NamedProgram => ({
  name,
  args: ['tool.js'],
  ...more,
  files: { 'tool.js': code, ...more.files },
})

export const mjs = (name: string, code: string, more: Partial<NodeProgram> = {}): NamedProgram => ({
  name,
  args: ['tool.mjs'],
  ...more,
  files: { 'tool.mjs': code, ...more.files },
})
