/** Thrown where the text stops being Python, caught by `parsePython` alone; no stack is taken, for files are many. */
export class SyntaxFault {
  readonly message: string
  readonly start: number
  readonly end: number
  constructor(message: string, start: number, end: number) {
    this.message = message
    this.start = start
    this.end = end
  }
}
