import { limits } from '../../limits.ts'
import type { WorkShare } from '../../work-budget.ts'
import { isWordPart, type Fits } from './python-escape.ts'
import { parsePythonPattern, PatternProblem, type Edge, type PythonPattern } from './python-parse.ts'

export { PatternProblem }

/** One state of the machine. `next` and `other` are indexes of states. */
type State =
  | { readonly kind: 'one'; readonly fits: Fits; readonly next: number }
  | { readonly kind: 'fork'; next: number; readonly other: number }
  | { readonly kind: 'edge'; readonly at: Edge; readonly next: number }
  | { readonly kind: 'found' }

/**
 * R16.4: whether a pattern of Python's `re` is found anywhere in a string. All states are followed simultaneously. The
 * time grows with the length of the string and the size of the pattern, not with the number of possible matches. Throws
 * `PatternProblem` for an invalid pattern or one that is too large.
 */
export function isFoundInPython(pattern: string, text: string): boolean {
  const machine = new Machine()
  const start = machine.build(parsePythonPattern(pattern), machine.add({ kind: 'found' }))
  return new Run(machine.states, [...text]).find(start)
}

/**
 * Checks that `isFoundInPython` supports a pattern. Throws `PatternProblem`, or `WorkLimit` if the share is used up.
 */
export function checkPythonPattern(pattern: string, share: WorkShare): void {
  share.draw(pattern.length * characterWork)
  const machine = new Machine(share)
  machine.build(parsePythonPattern(pattern), machine.add({ kind: 'found' }))
}

/** Units of work to parse one pattern character, and to make one state for this character. */
const characterWork = 10
const stateWork = 2

class Machine {
  readonly states: State[] = []
  #built = 0
  readonly #share: WorkShare | undefined

  constructor(share?: WorkShare) {
    this.#share = share
  }

  add(state: State): number {
    return this.states.push(state) - 1
  }

  /** Adds states that match a pattern and continue at `next`. Returns the first state. */
  build(pattern: PythonPattern, next: number): number {
    // Every part counts as work, because an empty repetition adds no state.
    this.#share?.draw(stateWork)
    if (++this.#built > limits.graphPatternStates)
      throw new PatternProblem(`has more than ${limits.graphPatternStates} states (limit graphPatternStates)`)
    switch (pattern.kind) {
      case 'one':
        return this.add({ kind: 'one', fits: pattern.fits, next })
      case 'edge':
        return this.add({ kind: 'edge', at: pattern.at, next })
      case 'row':
        return pattern.items.reduceRight((after, item) => this.build(item, after), next)
      case 'choice':
        return pattern.options
          .map((option) => this.build(option, next))
          .reduceRight((other, option) => this.add({ kind: 'fork', next: option, other }))
      case 'repeat':
        return this.#repeat(pattern.body, pattern.least, pattern.most, next)
    }
  }

  #repeat(body: PythonPattern, least: number, most: number, next: number): number {
    let start = next
    if (most === Infinity) {
      const fork = { kind: 'fork' as const, next, other: next }
      start = this.add(fork)
      fork.next = this.build(body, start)
    } else {
      for (let count = least; count < most; count++) {
        start = this.add({ kind: 'fork', next: this.build(body, start), other: next })
      }
    }
    for (let count = 0; count < least; count++) start = this.build(body, start)
    return start
  }
}

class Run {
  readonly #states: readonly State[]
  readonly #text: readonly string[]
  /** The position at which each state was last reached, so that it is followed only once per position. */
  readonly #reached: Int32Array
  #steps = 0

  constructor(states: readonly State[], text: readonly string[]) {
    this.#states = states
    this.#text = text
    this.#reached = new Int32Array(states.length).fill(-1)
  }

  find(start: number): boolean {
    let waiting: number[] = []
    for (let at = 0; at <= this.#text.length; at++) {
      // A match can begin at any position.
      const here = this.#follow([...waiting, start], at)
      if (here === 'found') return true
      waiting = []
      const character = this.#text[at]
      if (character === undefined) return false
      for (const { fits, next } of here) if (fits(character)) waiting.push(next)
    }
    return false
  }

  /**
   * The states that wait for a character at a position, reached from the given states; `found` if the pattern matches.
   */
  #follow(open: number[], at: number): 'found' | readonly (State & { readonly kind: 'one' })[] {
    const waiting: (State & { readonly kind: 'one' })[] = []
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (this.#reached[index] === at) continue
      this.#reached[index] = at
      if (++this.#steps > limits.graphPatternSteps)
        throw new PatternProblem(`requires more than ${limits.graphPatternSteps} steps (limit graphPatternSteps)`)
      const state = this.#states[index]!
      if (state.kind === 'found') return 'found'
      if (state.kind === 'one') waiting.push(state)
      else if (state.kind === 'fork') open.push(state.other, state.next)
      else if (this.#isAt(state.at, at)) open.push(state.next)
    }
    return waiting
  }

  #isAt(edge: Edge, at: number): boolean {
    const end = this.#text.length
    switch (edge) {
      case 'start':
        return at === 0
      case 'end':
        return at === end
      case 'last-line-end':
        return at === end || (at === end - 1 && this.#text[at] === '\n')
      case 'line-start':
        return at === 0 || this.#text[at - 1] === '\n'
      case 'line-end':
        return at === end || this.#text[at] === '\n'
      case 'word':
      case 'no-word': {
        const [before, after] = [at - 1, at].map((index) => isWordPart(this.#text[index] ?? ''))
        return (before !== after) === (edge === 'word')
      }
    }
  }
}
