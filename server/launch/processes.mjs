// @ts-check
import { spawn } from 'node:child_process'

/**
 * Run a program with its output on this program's standard error. Returns its exit code, 1 if a signal ended it, or
 * undefined if the program does not exist.
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
