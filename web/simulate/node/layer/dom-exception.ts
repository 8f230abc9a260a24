const legacyCodes: Readonly<Record<string, number>> = {
  IndexSizeError: 1,
  InvalidCharacterError: 5,
  NotFoundError: 8,
  NotSupportedError: 9,
  InvalidStateError: 11,
  SyntaxError: 12,
  TypeMismatchError: 17,
  NetworkError: 19,
  AbortError: 20,
  QuotaExceededError: 22,
  TimeoutError: 23,
  DataCloneError: 25,
}

/** `DOMException`, the error of web APIs. */
export class DOMException extends Error {
  readonly #name: string

  constructor(message = '', options: string | { readonly name?: string; readonly cause?: unknown } = 'Error') {
    const given = typeof options === 'object' ? options : { name: options }
    super(String(message), 'cause' in given ? { cause: given.cause } : undefined)
    this.#name = String(given.name ?? 'Error')
  }

  override get name(): string {
    return this.#name
  }

  get code(): number {
    return legacyCodes[this.#name] ?? 0
  }
}
Object.defineProperty(DOMException.prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true })
