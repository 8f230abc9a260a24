import type { NodeProgram } from '../node-program.ts'
import type { NamedProgram } from '../named-program.ts'

const tool = (name: string, ending: 'mjs' | 'cjs', code: string, more: Partial<NodeProgram>): NamedProgram => ({
  name: `tool: ${name}`,
  args: [`tool.${ending}`],
  ...more,
  files: { [`tool.${ending}`]: code, ...more.files },
})

/** A tool that is an ES module. */
export const mjs = (name: string, code: string, more: Partial<NodeProgram> = {}): NamedProgram =>
  tool(name, 'mjs', code, more)
/** A tool that is a CommonJS module. */
export const cjs = (name: string, code: string, more: Partial<NodeProgram> = {}): NamedProgram =>
  tool(name, 'cjs', code, more)
