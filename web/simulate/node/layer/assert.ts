// @ts-expect-error: the package has no types, and contains the code of an earlier Node version
import library from 'assert/build/assert.js'
import { withAbsent } from './absent.ts'
import { AssertionError } from './assertion-error.ts'
import { inspect } from './inspect.ts'
import { types } from './util-types.ts'

type Call = (...args: unknown[]) => unknown
type Functions = Call & Record<'equal' | 'notEqual' | 'fail' | 'ifError' | 'throws' | 'rejects', Call>
const earlier = library as Functions & { readonly strict: Functions }

/**
 * The reason why a thrown value does not match a pattern, class or function; undefined if it matches. The package has
 * no such reasons: it throws the value itself.
 */
function refusal(thrown: unknown, expected: RegExp | Call): string | undefined {
  if (types.isRegExp(expected)) {
    const text = String(thrown)
    if ((expected as RegExp).exec(text) !== null) return undefined
    return `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`
  }
  const kind = expected as Call & { readonly prototype?: object }
  if (kind.prototype !== undefined && thrown instanceof kind) return undefined
  if (Object.prototype.isPrototypeOf.call(Error, kind)) {
    const received = thrown instanceof Error ? otherClass(thrown, kind.name) : `"${inspect(thrown, { depth: -1 })}"`
    return `The error is expected to be an instance of "${kind.name}". Received ${received}`
  }
  const answer = Reflect.apply(kind, {}, [thrown])
  if (answer === true) return undefined
  const name = kind.name === '' ? '' : `"${kind.name}" `
  const caught = thrown instanceof Error ? `\n\nCaught error:\n\n${String(thrown)}` : ''
  return `The ${name}validation function is expected to return "true". Received ${inspect(answer)}${caught}`
}

function otherClass(thrown: Error, expected: string): string {
  const { constructor: maker } = thrown as { constructor?: { name?: string } }
  const name = maker?.name || thrown.name
  const what = name === expected ? 'an error with identical name but a different prototype.' : `"${name}"`
  return thrown.message ? `${what}\n\nError message:\n\n${thrown.message}` : what
}

/** `throws` or `rejects`, which fail with an `AssertionError` if the thrown value does not match. */
function matching(operator: 'throws' | 'rejects'): Call {
  const check = (call: unknown, ...rest: unknown[]): unknown => {
    const [expected, message] = rest
    if (typeof expected !== 'function' && !types.isRegExp(expected)) return earlier[operator](call, ...rest)
    const validate = (thrown: unknown): true => {
      const why = refusal(thrown, expected as RegExp | Call)
      if (why === undefined) return true
      if (message instanceof Error) throw message
      const facts = { actual: thrown, expected, message: message ?? why, operator, stackStartFn: check }
      throw Object.assign(new AssertionError(facts), { generatedMessage: message === undefined })
    }
    Object.defineProperty(validate, 'name', { value: (expected as { readonly name?: string }).name })
    const restore = (error: { expected?: unknown } | undefined): never => {
      if (error?.expected === validate) error.expected = expected
      throw error
    }
    try {
      const pending = earlier[operator](call, validate, ...rest.slice(1))
      return pending instanceof Promise ? pending.catch(restore) : pending
    } catch (error) {
      return restore(error as { expected?: unknown })
    }
  }
  return Object.defineProperty(check, 'name', { value: operator })
}

const isMissing = (message: unknown): boolean => message === undefined || message === null

/** Call a function of the package. With `isGenerated`, mark the message of its error as generated. */
function generating(isGenerated: boolean, call: Call, ...args: unknown[]): void {
  try {
    call(...args)
  } catch (error) {
    throw isGenerated ? Object.assign(error as Error, { generatedMessage: true }) : error
  }
}

const areNaN = (args: readonly unknown[]): boolean => Number.isNaN(args[0]) && Number.isNaN(args[1])

/** The changed functions of both modules. */
const changed = {
  throws: matching('throws'),
  rejects: matching('rejects'),
  fail(...args: unknown[]): void {
    if (args.length > 1) earlier.fail(...args)
    else generating(isMissing(args[0]), earlier.fail, args[0] ?? 'Failed')
  },
  ifError(value: unknown): void {
    try {
      earlier.ifError(value)
    } catch (error) {
      Error.captureStackTrace(error as Error, changed.ifError) // the package appends the stack of the given error
      throw error
    }
  },
}

/** `node:assert/strict`. */
export const strict: object = Object.assign(
  function strict(...args: unknown[]): void {
    generating(isMissing(args[1]), earlier, ...args)
  },
  earlier.strict,
  changed,
)
/** `node:assert`. */
export const assert: object = Object.assign(
  function ok(...args: unknown[]): void {
    generating(isMissing(args[1]), earlier, ...args)
  },
  earlier,
  changed,
  {
    strict,
    equal(...args: unknown[]): void {
      if (!areNaN(args)) earlier.equal(...args)
    },
    notEqual(...args: unknown[]): void {
      if (!areNaN(args)) earlier.notEqual(...args)
      else if (args[2] instanceof Error) throw args[2]
      else throw new AssertionError({ actual: NaN, expected: NaN, message: args[2], operator: '!=' })
    },
  },
)
Object.assign(strict, { strict, ok: assert })
Object.assign(assert, { ok: assert })
for (const kind of [assert, strict]) withAbsent('assert', kind)
