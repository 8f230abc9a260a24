/** The task of `node`: print text and exit with a code, or run a program. */
export type CommandLine =
  | { readonly kind: 'say'; readonly text: string; readonly code: number }
  | {
      readonly kind: 'file' | 'eval' | 'stdin'
      readonly target: string
      readonly rest: readonly string[]
      readonly print: boolean
      readonly module: boolean
      /** The mode of `--unhandled-rejections`. */
      readonly rejections: string
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

/** Parse the options of `node` and `tsx` that affect a tool. Options for the engine are accepted without effect. */
export function readCommandLine(command: string, args: readonly string[], version: string): CommandLine {
  let print = false
  let module = false
  let rejections = 'throw'
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const rest = args.slice(at + 1)
    if (arg === '-v' || arg === '--version') return { kind: 'say', text: `${version}\n`, code: 0 }
    if (arg === '-') return { kind: 'stdin', target: '-', rest, print, module, rejections }
    if (arg === '--') return fileOf(args[at + 1], args.slice(at + 2), { print, module, rejections })
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
        rejections,
      }
    }
    if (arg.startsWith('--unhandled-rejections=')) rejections = arg.slice(arg.indexOf('=') + 1)
    else if (arg.startsWith('--input-type=')) module = arg.endsWith('=module')
    else if (withValue.has(arg)) at++
    else if (!refused.test(arg)) return fileOf(arg, rest, { print, module, rejections })
    else if (
      !/^--(no-|experimental|enable|max|trace|stack|unhandled|disable|env-file|import|require|conditions|loader|test|watch|use|inspect|preserve|input)/.test(
        arg,
      )
    ) {
      return { kind: 'say', text: `${command}: bad option: ${arg}\n`, code: 9 }
    }
  }
  return { kind: 'stdin', target: '-', rest: [], print, module, rejections }
}

interface Switches {
  readonly print: boolean
  readonly module: boolean
  readonly rejections: string
}

function fileOf(target: string | undefined, rest: readonly string[], switches: Switches): CommandLine {
  if (target === undefined) return { kind: 'stdin', target: '-', rest, ...switches }
  return { kind: 'file', target, rest, ...switches }
}
