/**
 * A Python syntax error, which only `parsePython` catches. It has no stack trace, because creating one for each of many
 * files would be slow.
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
