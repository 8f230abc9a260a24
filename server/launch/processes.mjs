// @ts-check
import { spawn } from 'node:child_process'

/**
 * Run a program with its output on our standard error. Answers its exit code (128 and the like for a signal as 1), or
 * undefined where there is no such program.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, shell?: boolean, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<number | undefined>}
 */
export function finished(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 2, 2] })
    child.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    )
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
