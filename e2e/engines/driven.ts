import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A browser under remote control. It has only the few commands of one story, so that every engine supports them. */
export interface DrivenBrowser {
  /** Open a URL. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Evaluate an expression in the page, and await its result if it is a promise. */
  ask(expression: string): Promise<unknown>
  /** Press keys together, such as `Alt` and `0`. */
  chord(modifier: 'Alt' | 'Control', key: string): Promise<void>
  /** Type into the focused element. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** The path of a program; undefined if it is not installed. */
export function programAt(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
