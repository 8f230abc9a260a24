import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A browser of another engine, driven from outside: as little as one story needs, so that every engine has it. */
export interface DrivenBrowser {
  /** Go to an address. */
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** What an expression gives in the page; a promise is waited for. */
  ask(expression: string): Promise<unknown>
  /** Press keys together, as `Alt` and `0`. */
  chord(modifier: 'Alt' | 'Control', key: string): Promise<void>
  /** Type into whatever has the focus. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** Where a program lies, if this machine has it. */
export function programAt(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
