/**
 * A Python syntax error, which `parsePython` and the reader of shell headers catch. It has no stack trace, because
 * creating one for each file would be slow.
 */
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
