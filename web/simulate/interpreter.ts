import type { Channel, FromWorker, Parts, Program } from './messages.ts'

/** The streams that a program writes to. */
export interface Output {
  write(channel: Channel, bytes: Uint8Array): void
  flush(): void
}

/** The end of a program in its interpreter: it ended, or it starts another program and runs again with that program's answer. */
export type Outcome = Extract<FromWorker, { readonly kind: 'ended' | 'left' }>

/**
 * An interpreter of the sandbox, booted in its own worker for one program. Start, input and limits are in `program`, the
 * end is the outcome, and what the interpreter lacks is its table in `#core/simulation`.
 */
export interface Interpreter {
  /** Run the program to its end. */
  run(program: Program, output: Output, parts: Parts): Promise<Outcome>
}
