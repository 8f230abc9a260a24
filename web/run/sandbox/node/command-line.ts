export type CommandLine =
  | { readonly kind: 'say'; readonly text: string; readonly code: number }
  | {
      readonly kind: 'file' | 'eval' | 'stdin'
      readonly target: string
      readonly rest: readonly string[]
      readonly print: boolean
      readonly module: boolean
    }

const withValue = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
  '--env-file',
  '--tsconfig',
])
const refused = /^(-[a-zA-Z]|--[\w-]+)(=|$)/

/** The options of `node` and `tsx` that matter to a tool; those for the engine are taken and have no effect. */
export function readCommandLine(command: string, args: readonly string[]): CommandLine {
  let print = false
  let module = false
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const rest = args.slice(at + 1)
    if (arg === '-v' || arg === '--version') return { kind: 'say', text: 'v22.0.0\n', code: 0 }
    if (arg === '-') return { kind: 'stdin', target: '-', rest, print, module }
    if (arg === '--') return fileOf(args[at + 1], args.slice(at + 2), print, module)
    if (arg === '-p' || arg === '--print' || arg === '-pe') print = true
    if (['-e', '--eval', '-p', '--print', '-pe'].includes(arg)) {
      if (rest[0] === undefined) return { kind: 'say', text: `${command}: ${arg} requires an argument\n`, code: 9 }
      const tail = rest.slice(1).filter((part, index) => !(index === 0 && part === '--'))
      return {
        kind: 'eval',
        target: rest[0],
        rest: tail,
        print,
        module: module || tail.includes('--input-type=module'),
      }
    }
    if (arg.startsWith('--input-type=')) module = arg.endsWith('=module')
    else if (withValue.has(arg)) at++
    else if (!refused.test(arg)) return fileOf(arg, rest, print, module)
    else if (
      !/^--(no-|experimental|enable|max|trace|stack|unhandled|disable|env-file|import|require|conditions|loader|test|watch|use|inspect|preserve|input)/.test(
        arg,
      )
    ) {
      return { kind: 'say', text: `${command}: bad option: ${arg}\n`, code: 9 }
    }
  }
  return { kind: 'stdin', target: '-', rest: [], print, module }
}

function fileOf(target: string | undefined, rest: readonly string[], print: boolean, module: boolean): CommandLine {
  if (target === undefined) return { kind: 'stdin', target: '-', rest, print, module }
  return { kind: 'file', target, rest, print, module }
}
