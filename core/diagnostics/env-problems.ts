/** Reasons why a `.env` file is not read. */
export type DotenvProblem =
  | 'not-utf8'
  | 'too-large'
  | 'permission-denied'
  | 'name-not-utf8'
  | 'directory'
  | 'pipe'
  | 'socket'
  | 'device'
  | 'dangling-link'

/** Reasons why a line of a `.env` file is probably a mistake. */
export type DotenvLineProblem =
  | 'null-character'
  | 'export-command'
  | 'set-command'
  | 'powershell'
  | 'colon'
  | 'no-sign'
  | 'blank'
  | 'invisible'
  | 'not-a-name'
  | 'duplicate'

/** Reasons why a `${...}` does not work as written (R6.4). */
export type VariableFormProblem = 'unclosed' | 'nested' | 'operator'
