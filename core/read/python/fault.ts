/** A syntax error of Python, caught only by `parsePython`. It has no stack, because there are many files. */
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
