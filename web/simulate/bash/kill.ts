import { isDeadly, signalName, signals } from '../signals.ts'

/** The process ID that bashkit gives the shell, as `$$`. */
const ownPid = '1'

/** The effect of a `kill`: what it prints, or the signal with which it ends the shell. */
interface Kill {
  readonly says: string
  readonly signal: string | undefined
}

/** Read the words of `kill`: `kill $$`, `kill -9 $$`, `kill -s KILL $$`, `kill -l`. Other processes than the shell are ignored. */
export function readKill(argv: readonly string[]): Kill {
  const [first = '', second = ''] = argv
  if (first === '-l' || first === '-L') return { says: listed(argv.slice(1)), signal: undefined }
  const named = first === '-s' || first === '-n' ? second : /^-\w/.test(first) ? first.slice(1) : undefined
  const targets = named === undefined ? argv : argv.slice(named === second && first !== `-${named}` ? 2 : 1)
  const signal = usualName(named ?? 'TERM')
  const isOwn = targets.some((target) => target === ownPid || target === '0')
  return { says: '', signal: isOwn && signal !== undefined && isDeadly(signal) ? signal : undefined }
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
