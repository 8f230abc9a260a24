import { isShellProgram } from '#core/simulation'

type ShellLine =
  | { readonly kind: 'say'; readonly text: string; readonly code: number }
  | {
      readonly kind: 'file' | 'command' | 'stdin'
      readonly target: string
      readonly name: string
      readonly rest: readonly string[]
      readonly options: readonly string[]
    }

/**
 * Parse the options of `bash`: `-c`, `-s`, the letters of `set`, `-o name`. A program of the shell, such as `echo`,
 * becomes a command without options.
 */
export function readShellLine(command: string, args: readonly string[], stdin: string): ShellLine {
  if (isShellProgram(command)) {
    const target = `${command.slice(command.lastIndexOf('/') + 1)} "$@"`
    return { kind: 'command', target, name: command, rest: args, options: [] }
  }
  const options: string[] = []
  let wantsCommand = false
  let at = 0
  for (; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--version') return { kind: 'say', text: 'GNU bash, simulated by bashkit\n', code: 0 }
    if (arg === '--' || arg === '-') {
      at++
      break
    }
    if (arg === '-o' || arg === '+o' || arg === '-O') options.push(arg, args[++at] ?? '')
    else if (/^--(norc|noprofile|posix|login)$/.test(arg)) continue
    else if (/^[-+][a-zA-Z]+$/.test(arg)) {
      if (arg.startsWith('-') && arg.includes('c')) wantsCommand = true
      const letters = arg.slice(1).replaceAll(/[cls]/g, '')
      if (letters.endsWith('o')) options.push(arg[0] + letters, args[++at] ?? '')
      else if (letters !== '') options.push(arg[0] + letters)
    } else break
  }
  const [target, ...rest] = args.slice(at)
  if (wantsCommand) {
    if (target === undefined) return { kind: 'say', text: `${command}: -c: option requires an argument\n`, code: 2 }
    return { kind: 'command', target, name: rest[0] ?? command, rest: rest.slice(1), options }
  }
  if (target === undefined) return { kind: 'stdin', target: stdin, name: command, rest: [], options }
  return { kind: 'file', target, name: target, rest, options }
}
