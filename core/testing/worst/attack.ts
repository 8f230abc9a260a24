import type { DialectName } from '../../rules/dialect.ts'

/** A workspace that causes as much work as possible. Tests analyze `t`. */
export interface Attack {
  readonly name: string
  readonly files: Files
  readonly parameters?: string
  readonly dialect?: DialectName
  /** The code of the reached limit. Without a code, the answer is complete. */
  readonly code?: string
}

export const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')
export const list = (count: number, make: (index: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => make(index))
export const record = (count: number, make: (index: number) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(list(count, (index) => [`n${index}`, make(index)]) as [string, unknown][])
export const tool = (more: string): Files => ({
  '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\n${more}\n`,
})
export const command = (text: string): Files => tool(`config: {command: ${JSON.stringify(text)}}`)
export const source = (name: string, text: string): Files => ({ [`/project/.ai/tools/${name}`]: text })

export type Files = Readonly<Record<string, string>>
