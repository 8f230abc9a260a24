/** The interpreters of the simulation: CPython, QuickJS with a Node layer, and bashkit. */
export type InterpreterName = 'python' | 'javascript' | 'bash'

/**
 * Whether a command is `cat`, `echo` or `printenv`. The simulated shell contains these programs, and they run no
 * script.
 */
export function isShellProgram(command: string): boolean {
  return /(?:^|\/)(?:cat|echo|printenv)$/.test(command)
}

/**
 * The interpreter that simulates a command; undefined if there is none. Only the last path segment is compared, so that
 * a path into a venv works.
 */
export function interpreterNameOf(command: string): InterpreterName | undefined {
  const name = command.slice(command.lastIndexOf('/') + 1)
  if (/^python(3(\.\d+)?)?$/.test(name)) return 'python'
  if (name === 'node' || name === 'tsx') return 'javascript'
  if (name === 'bash' || name === 'sh' || isShellProgram(name)) return 'bash'
  return undefined
}
