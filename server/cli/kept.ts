import { openKept, type KeptOutput, type Output } from '../project/kept/kept-output.ts'
import type { Directory } from '../project/directory.ts'
import type { Arguments, Option } from './command.ts'
import type { Io } from './io.ts'

/** The option of commands whose output is stored. */
export const keptOptions: Readonly<Record<string, Option>> = {
  'no-cache': {
    about: 'Read all files again. By default, the result for an unchanged project comes from your cache folder.',
  },
}

/** The environment of a command whose output is stored for the next call on unchanged files. */
export class KeptCommand {
  /** The environment to use for everything in the command. */
  readonly io: Io
  /** Undefined if the output is not stored. */
  readonly output: KeptOutput | undefined
  #printed: [1 | 2, string[]][] | undefined

  /** @param isKept Whether the output depends only on the project and the arguments. */
  constructor(given: Arguments, io: Io, isKept: boolean) {
    this.output = isKept ? openKept(io, buildOf(given, io), [given.written, io.colors, io.columns]) : undefined
    const writing = (to: 1 | 2, write: (text: string) => void) => (text: string) => {
      this.#note(to, text)
      write(text)
    }
    // Most properties of an environment are computed on demand.
    this.io = Object.create(io, {
      out: { value: writing(1, io.out) },
      err: { value: writing(2, io.err) },
    }) as Io
  }

  /**
   * Print the stored output, or call `compute` and store its output. Returns the exit code.
   * @param inputs Digests of everything that the output depends on, in addition to the project and the arguments.
   */
  answer(directories: readonly Directory[], compute: () => number, inputs: readonly string[] = []): number {
    const found = this.output?.find(directories, inputs)
    if (found) return this.#print(found)
    this.#printed = this.output && []
    const code = compute()
    const printed = this.#printed?.map(([to, texts]) => [to, texts.join('')] as const)
    this.#printed = undefined
    if (printed) this.output?.keep(directories, { printed, code }, inputs)
    return code
  }

  #print({ printed, code }: Output): number {
    for (const [to, text] of printed) (to === 1 ? this.io.out : this.io.err)(text)
    return code
  }

  #note(to: 1 | 2, text: string): void {
    const last = this.#printed?.at(-1)
    if (last?.[0] === to) last[1].push(text)
    else this.#printed?.push([to, [text]])
  }
}

/** The build that identifies stored answers; undefined if the user turns them off. */
export function buildOf(given: Arguments, io: Io): string | undefined {
  return given.flag('no-cache') ? undefined : io.build
}
