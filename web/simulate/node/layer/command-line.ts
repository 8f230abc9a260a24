interface Switches {
  readonly print: boolean
  readonly module: boolean
}

/** The task of `node`: print text and exit with a code, or run a program. */
export type CommandLine =
  | { readonly kind: 'say'; readonly text: string; readonly code: number }
  | ({
      readonly kind: 'file' | 'eval' | 'stdin'
      readonly target: string
      readonly rest: readonly string[]
    } & Switches)

const option = /^(-[a-zA-Z]|--[\w-]+)(=|$)/
const withValue = /^(?:-r|-C|--(?:require|import|loader|experimental-loader|conditions|env-file|tsconfig))$/
const withoutEffect =
  /^--(no-|experimental|enable|max|trace|stack|disable|env-file|import|require|conditions|loader|test|watch|use|inspect|preserve)/

/** Parse the options of `node` and `tsx` that affect a tool. Options for the engine are accepted without effect. */
export function readCommandLine(command: string, args: readonly string[], version: string): CommandLine {
  let [print, module] = [false, false]
  const say = (text: string, code: number): CommandLine => ({ kind: 'say', text: `${text}\n`, code })
  const run = (kind: 'file' | 'eval' | 'stdin', target: string, rest: readonly string[]): CommandLine => ({
    kind,
    target,
    rest,
    print,
    module,
  }) // with the current values of the switches
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const rest = args.slice(at + 1)
    const [next, ...tail] = rest
    if (arg === '-v' || arg === '--version') return say(version, 0)
    if (arg === '-') return run('stdin', '-', rest)
    if (arg === '--') return next === undefined ? run('stdin', '-', []) : run('file', next, tail)
    if (!option.test(arg)) return run('file', arg, rest)
    print ||= ['-p', '--print', '-pe'].includes(arg)
    if (print || arg === '-e' || arg === '--eval') {
      if (next === undefined) return say(`${command}: ${arg} requires an argument`, 9)
      module ||= tail.includes('--input-type=module')
      return run('eval', next, tail[0] === '--' ? tail.slice(1) : tail)
    }
    if (arg.startsWith('--unhandled-rejections')) return say(`${command}: ${arg} is not simulated. Use a real run.`, 9)
    if (arg.startsWith('--input-type=')) module = arg.endsWith('=module')
    else if (withValue.test(arg)) at++
    else if (!withoutEffect.test(arg)) return say(`${command}: bad option: ${arg}`, 9)
  }
  return run('stdin', '-', [])
}
