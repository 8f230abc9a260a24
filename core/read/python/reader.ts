import type { Located } from '../located.ts'
import type { Lexer } from './lexer.ts'
import type { IgnoredAssignment, PythonAssignment } from './module.ts'

/** Matches a name that NFKC can change. Python compares names in NFKC, which leaves ASCII unchanged. */
const beyondAscii = /[^\x00-\x7f]/
const word = /(?<![\w.'"])[A-Za-z_]\w*(?!\s*[\w.([])/g

/** The tokens of a file, and the module-level bindings of the statements read so far. */
export class Reader {
  readonly lexer: Lexer
  readonly literals: PythonAssignment[] = []
  readonly ignored: IgnoredAssignment[] = []
  #blocks = 0
  #scopes = 0

  constructor(lexer: Lexer) {
    this.lexer = lexer
  }

  /** Whether a literal assigned here is metadata: outside blocks and nested scopes (R2.1). */
  get isModuleLevel(): boolean {
    return this.#blocks === 0
  }

  /** Reads a block. The block of a function or class has its own scope, so its names are not names of the module. */
  nest(ownScope: boolean, read: () => void): void {
    this.#blocks++
    if (ownScope) this.#scopes++
    read()
    if (ownScope) this.#scopes--
    this.#blocks--
  }

  assign(nameStart: number, nameEnd: number, value: Located): void {
    this.literals.push({ name: this.#name(nameStart, nameEnd), nameStart, nameEnd, value })
  }

  /** Records a binding that is not metadata. Inside a block of the module, the block is the reason. */
  ignore(nameStart: number, nameEnd: number, because: IgnoredAssignment['because']): void {
    if (this.#scopes > 0) return
    const reason = this.isModuleLevel ? because : 'nested'
    this.ignored.push({ name: this.#name(nameStart, nameEnd), nameStart, nameEnd, because: reason })
  }

  /** Records the names in a target such as `a, (b, *c)`. */
  ignoreUnpacked(start: number, end: number): void {
    if (this.#scopes > 0) return
    for (const found of this.lexer.text.slice(start, end).matchAll(word)) {
      this.ignore(start + found.index, start + found.index + found[0].length, 'unpacked')
    }
  }

  #name(start: number, end: number): string {
    const name = this.lexer.text.slice(start, end)
    return beyondAscii.test(name) ? name.normalize('NFKC') : name
  }
}
