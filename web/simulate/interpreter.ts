import type { Channel, FromWorker, Parts, Program } from './messages.ts'

/** The streams that a program writes to. */
export interface Output {
  write(channel: Channel, bytes: Uint8Array): void
  flush(): void
}

/**
 * The outcome of a program in its interpreter: it ended, or it started another program and runs again with that
 * program's result.
 */
export type Outcome = Extract<FromWorker, { readonly kind: 'ended' | 'left' }>

/**
 * A sandbox interpreter, which boots in its own worker for one program. `program` contains its arguments, input
 * and limits. A table in `#core/simulation` lists the missing features of each interpreter.
 */
export interface Interpreter {
  /** Run the program until it ends, or until it needs the result of another program. */
  run(program: Program, output: Output, parts: Parts): Promise<Outcome>
}
