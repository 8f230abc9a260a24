/** Why nothing of a `.env` is read. */
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

/** Why a line of a `.env` is likely to do something else than was meant. */
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
