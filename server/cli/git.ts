import { execFileSync } from 'node:child_process'

/** Git said no: its first line. */
export class GitFault extends Error {}

/** Bytes of an answer of git that are read: half a million long names, or the files of a project. */
const mostBytes = 256 * 1024 * 1024

/** Ask git in a folder; throws a `GitFault` with the first line of what it says. */
export function git(folder: string, words: readonly string[], input = ''): Buffer {
  try {
    return execFileSync('git', ['-C', folder, ...words], {
      input,
      maxBuffer: mostBytes,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  } catch (error) {
    throw new GitFault(sentenceOf(error))
  }
}

/** The names of an answer that git ended with NUL each. */
export function namesIn(answer: Buffer): readonly string[] {
  return answer
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
}

/** The first line of what git says, or why it could not be asked. */
function sentenceOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  const first = said.split('\n')[0] ?? ''
  if (first !== '') return first
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOBUFS') return `its answer has more than ${mostBytes / 1024 / 1024} MB.`
  return code === 'ENOENT' ? 'git was not found.' : String(error)
}
