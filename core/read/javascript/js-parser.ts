import { parse, type ParserOptions, type ParserPlugin } from '@babel/parser'
import { misplacedTarget } from './js-targets.ts'

/** A top-level statement of a file, as a Babel node. */
export type JsStatement = ReturnType<typeof parse>['program']['body'][number]

/** The parsed file, or the place of the first syntax error. */
export type JsParse =
  | { readonly kind: 'parsed'; readonly body: readonly JsStatement[] }
  | { readonly kind: 'syntax-error'; readonly message: string; readonly start: number; readonly end: number }

/** The syntax that the TypeScript compiler parses without options. */
const common: readonly ParserPlugin[] = [
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'deferredImportEvaluation',
]
const javaScript: ParserPlugin[] = [...common, 'decorators']
const typeScript: ParserPlugin[] = [...common, 'decorators', 'typescript']
/** The `experimentalDecorators` option of the compiler, with which any call or member can follow the `@`. */
const olderTypeScript: ParserPlugin[] = [...common, 'decorators-legacy', 'typescript']

const lenient = {
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowUndeclaredExports: true,
  allowSuperOutsideMethod: true,
  allowNewTargetOutsideFunction: true,
  attachComment: false,
} as const satisfies ParserOptions

/**
 * Babel errors, by `reasonCode`, that TypeScript's parser does not report. The compiler reports them later, when it
 * checks names and modifiers.
 */
const meanings: ReadonlySet<string> = new Set(
  (
    'AbstractMethodHasImplementation ArgumentsInClass AwaitBindingIdentifier AwaitExpressionFormalParameter ' +
    'AwaitNotInAsyncContext ConstInitiailizerMustBeStringOrNumericLiteralOrLiteralEnumReference ' +
    'ConstructorIsAccessor ConstructorIsAsync DeclarationMissingInitializer DeclareClassFieldHasInitializer ' +
    'DeclareFunctionHasImplementation DecoratorStaticBlock DeletePrivateField ' +
    'DuplicateAccessibilityModifier DuplicateProto DuplicateRegExpFlags ElementAfterRest EmptyTypeArguments ' +
    'EmptyTypeParameters ExportBindingIsString ForInOfLoopInitializer ForOfAsync ' +
    'GeneratorInSingleStatementContext IllegalBreakContinue ImportAliasHasImportType ImportAttributesUseAssert ' +
    'ImportCallArity ImportCallSpreadArgument InvalidModifierOnTypeMember ' +
    'InitializerNotAllowedInAmbientContext InvalidCoverInitializedName InvalidLhs InvalidLhsBinding ' +
    'InvalidParenthesizedAssignment InvalidPrivateFieldResolution LabelRedeclaration LetInLexicalBinding ' +
    'InvalidModifiersOrder MalformedRegExpFlags MultipleDefaultsInSwitch NewlineAfterThrow ' +
    'NonAbstractClassHasAbstractMethod OptionalTypeBeforeRequired OverrideNotInSubClass ParamDupe ' +
    'PatternIsOptional PrivateNameRedeclaration RestTrailingComma StaticPrototype StrictDelete ' +
    'StrictEvalArguments StrictEvalArgumentsBinding StrictFunction StrictWith ' +
    'TypeImportCannotSpecifyDefaultAndNamed UnexpectedLexicalDeclaration ' +
    'UnexpectedReadonly UnexpectedReservedWord UnsupportedMetaProperty UnsupportedParameterDecorator ' +
    'VarRedeclaration YieldInParameter'
  ).split(' '),
)

/** A grammar to try: its plugins, its kind of file, and the Babel errors that it ignores. */
interface Grammar {
  readonly plugins: ParserPlugin[]
  readonly sourceType: 'module' | 'script'
  readonly tolerated: ReadonlySet<string>
  /** TypeScript does not allow legacy octal numbers in any file. */
  readonly strictMode?: true
  readonly allowAwaitOutsideFunction?: false
}

/** The ignored errors that the compiler also reports for some trees. */
const ofTargets: ReadonlySet<string> = new Set(['InvalidLhs', 'InvalidParenthesizedAssignment'])

const nothing: ReadonlySet<string> = new Set()
const jsModule: Grammar = { plugins: javaScript, sourceType: 'module', tolerated: nothing }
const jsScript: Grammar = { plugins: javaScript, sourceType: 'script', tolerated: nothing }
const tsInJs: Grammar = { plugins: typeScript, sourceType: 'module', tolerated: new Set(['VarRedeclaration']) }
const tsModule: Grammar = { plugins: typeScript, sourceType: 'module', tolerated: meanings, strictMode: true }
/** A script without `await` expressions, where `await` is a name. */
const tsScript: Grammar = {
  ...{ plugins: typeScript, sourceType: 'script', tolerated: meanings, strictMode: true },
  allowAwaitOutsideFunction: false,
}
const tsOlder: Grammar = { ...tsModule, plugins: olderTypeScript }

/** The grammars to try for a file, by extension. The error of the first grammar is reported. */
const grammars: Readonly<Record<string, readonly Grammar[]>> = {
  '.ts': [tsModule, tsScript, tsOlder],
  '.cjs': [jsScript, tsInJs],
}

/**
 * Parses a file with the first grammar that accepts it (R2.4): `.ts` as TypeScript, `.cjs` as a script and then as
 * TypeScript, others as a module, then as a script, then as TypeScript.
 */
export function parseJs(text: string, extension: string): JsParse {
  const [first, ...others] = grammars[extension] ?? [jsModule, jsScript, tsInJs]
  const parsed = attempt(text, first ?? jsModule)
  if (parsed.kind === 'parsed') return parsed
  for (const grammar of others) {
    const again = attempt(text, grammar)
    if (again.kind === 'parsed') return again
  }
  return parsed
}

/**
 * The maximum length of a source that is parsed past ignored errors, in characters, because each error takes memory.
 */
const mostRecovered = 100_000

function attempt(text: string, { tolerated, ...grammar }: Grammar): JsParse {
  const options: ParserOptions = { ...lenient, ...grammar }
  try {
    return bodyOf(text, options, tolerated)
  } catch (error) {
    if (!isBabelError(error) || !tolerated.has(error.reasonCode) || text.length > mostRecovered)
      return refused(text, error)
  }
  try {
    return bodyOf(text, { ...options, errorRecovery: true }, tolerated)
  } catch (error) {
    return refused(text, error)
  }
}

function bodyOf(text: string, options: ParserOptions, tolerated: ReadonlySet<string>): JsParse {
  const { program, errors } = parse(new CountedText(text) as unknown as string, options)
  const error = errors?.find(({ reasonCode }) => !tolerated.has(reasonCode))
  const target = errors?.some(({ reasonCode }) => ofTargets.has(reasonCode)) ? misplacedTarget(program.body) : undefined
  if (target !== undefined) return refusal(text, target, 'Invalid assignment target')
  return error ? refused(text, error) : { kind: 'parsed', body: program.body }
}

/** The maximum number of reads per character. For an ordinary file, the parser reads each character once or twice. */
const readsPerCharacter = 6
const freeReads = 20_000

/**
 * A source with a limited number of reads, because backtracking over nested `<T>(` takes exponential time. Babel
 * accepts it as a string and reads it through these methods.
 */
class CountedText extends String {
  #left: number

  constructor(text: string) {
    super(text)
    this.#left = text.length * readsPerCharacter + freeReads
  }

  override charCodeAt(index: number): number {
    this.#count(1)
    return super.charCodeAt(index)
  }

  /** Babel calls this method to find the end of a comment. */
  override indexOf(piece: string, from = 0): number {
    const found = super.indexOf(piece, from)
    this.#count((found === -1 ? this.length : found) - from)
    return found
  }

  #count(reads: number): void {
    this.#left -= reads
    if (this.#left < 0) throw new TooMuch()
  }
}

class TooMuch extends Error {}

interface BabelError {
  readonly message: string
  readonly reasonCode: string
  readonly pos: number
}

function isBabelError(error: unknown): error is BabelError {
  return error instanceof SyntaxError && 'reasonCode' in error && 'pos' in error
}

/**
 * The result for an exception of the parser. An exception other than a syntax error means that the read limit or the
 * stack limit was exceeded.
 */
function refused(text: string, error: unknown): JsParse {
  if (!isBabelError(error)) return refusal(text, 0, 'the code is nested too deeply')
  return refusal(text, error.pos, error.message.replace(/\.? \(\d+:\d+\)$/, ''))
}

const token = /[\p{ID_Continue}$]+|[^]/uy

/** A syntax error whose range is the token at an offset. */
function refusal(text: string, pos: number, message: string): JsParse {
  const start = Math.min(pos, text.length)
  token.lastIndex = start
  const end = token.test(text) ? token.lastIndex : start
  return { kind: 'syntax-error', message, start, end }
}
