import { spawnSync } from 'node:child_process'
import { GitFault } from './locate.ts'

/**
 * Maximum number of bytes to read from git's output: enough for half a million long names, or the files of a project.
 */
const mostBytes = 256 * 1024 * 1024

/**
 * Maximum bytes of memory for git: enough for the object index of a very large repository. A file of the repository can
 * claim any size, so a limit is necessary.
 */
const mostMemory = 4 * 1024 * 1024 * 1024

/**
 * Maximum number of milliseconds for one git command: enough for the index of a very large repository on a slow disk.
 */
const mostTime = 120_000

/** One git command: its folder and environment, its standard input, and the exit codes that mean success. */
interface GitCommand {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly input: string
  readonly good: readonly number[]
}

/**
 * Run git with these arguments and return its output.
 * @throws GitFault for another exit code, a timeout or too much output
 */
export function outputOfGit(words: readonly string[], { folder, env, input, good }: GitCommand): Buffer {
  // The shell sets the memory limit, and git then replaces the shell.
  const script = `ulimit -v ${mostMemory / 1024} 2>/dev/null; exec git --no-pager "$@"`
  const { status, error, stdout, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...words], {
    cwd: folder,
    env,
    input,
    maxBuffer: mostBytes,
    timeout: mostTime,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (error === undefined && status !== null && good.includes(status)) return stdout
  throw new GitFault(sentenceOf(error, status, stderr))
}

/** The first line of git's message, or the reason why git could not run. */
function sentenceOf(error: Error | undefined, status: number | null, stderr: Buffer | null): string {
  const code = error && 'code' in error ? error.code : ''
  if (code === 'ENOBUFS') return `its output is larger than ${mostBytes / 1024 / 1024} MB.`
  if (code === 'ETIMEDOUT') return `it did not respond within ${mostTime / 1000} s.`
  if (status === 127) return 'git was not found.'
  const first =
    String(stderr ?? '')
      .trim()
      .split('\n')[0] ?? ''
  return first === '' ? String(error ?? `it exited with code ${status}.`) : first
}
