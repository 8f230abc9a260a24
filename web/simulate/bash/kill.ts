import { isDeadly, signalName, signals } from '../signals.ts'

/** The process ID of the shell in bashkit (`$$`). */
const ownPid = '1'

/** The effect of a `kill`: its output, or the signal that ends the shell. */
interface Kill {
  readonly says: string
  readonly signal: string | undefined
}

/**
 * Parse the arguments of `kill`, such as `kill $$`, `kill -9 $$`, `kill -s KILL $$` or `kill -l`. Ignores jobs: bashkit
 * numbers them like the shell, and each job ends before the next command.
 * @throws Error without a process ID, or if the ID is not the shell's ID.
 */
export function readKill(argv: readonly string[], hasJobs: boolean): Kill {
  const [first = '', second = ''] = argv
  if (first === '-l' || first === '-L') return { says: listed(argv.slice(1)), signal: undefined }
  const isApart = first === '-s' || first === '-n'
  const isNamed = isApart || /^-\w/.test(first)
  const targets = argv.slice(isApart ? 2 : isNamed ? 1 : 0).filter((word) => word !== '--')
  if (hasJobs) return { says: '', signal: undefined }
  if (targets.length === 0) throw new Error('usage: kill [-s SIGNAL | -SIGNAL] PID...')
  const other = targets.find((target) => target !== ownPid && target !== '0')
  if (other !== undefined) throw new Error(`(${other}) - No such process`)
  const signal = usualName(isApart ? second : isNamed ? first.slice(1) : 'TERM')
  return { says: '', signal: signal !== undefined && isDeadly(signal) ? signal : undefined }
}

function usualName(text: string): string | undefined {
  const name = text.toUpperCase().replace(/^(?:SIG)?/, 'SIG')
  return signalName(/^\d+$/.test(text) ? Number(text) : (signals[name] ?? -1))
}

function listed(numbers: readonly string[]): string {
  const all = numbers.length > 0 ? numbers : Object.values(signals).map(String)
  const names = all.map((number) => signalName(Number(number) % 128)?.slice('SIG'.length) ?? number)
  return `${[...new Set(names)].join('\n')}\n`
}
