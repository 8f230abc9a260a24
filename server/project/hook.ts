import { readFileSync } from 'node:fs'
import { shellWord } from '#core/text'
import { join, relative } from '../disk-paths.ts'
import type { Directory } from './directory.ts'
import { GitFault, topAbove } from './git/locate.ts'
import { Repository } from './git/repository.ts'
import { codeOf, ReportedError } from './reported-error.ts'
import { writeNew, writeWhole } from './write-whole.ts'

/** The `pre-commit` hook after its installation. */
export interface InstalledHook {
  /** The file on disk. */
  readonly path: string
  readonly done: 'created' | 'updated' | 'unchanged'
  /** The command that the hook runs. */
  readonly command: string
}

const mark = '# Written by rye-chain hook install.'

/**
 * Write the `pre-commit` hook of a project's repository. The hook checks the commit's files. A hook that this function
 * did not write is not changed.
 * @throws ReportedError with the command to add to the other hook, and without a repository.
 */
export function installHook({ onDisk, machine }: Directory): InstalledHook {
  const project = onDisk('/project') ?? '.'
  const { folder, replaced } = hooksOf(project, machine.env)
  const command = commandIn(relative(topAbove(project) ?? project, project))
  if (replaced !== undefined)
    throw new ReportedError(
      'trouble',
      `The repository sets core.hooksPath to ${replaced}. Add this line to its pre-commit hook: ${command}`,
    )
  const path = join(folder, 'pre-commit')
  const text = `#!/bin/sh\n${mark} To remove the hook, delete this file.\nexec ${command}\n`
  const before = textOf(path)
  if (before === text) return { path, done: 'unchanged', command }
  if (before === undefined) {
    writeNew([{ path, content: text, mode: 0o755 }])
    return { path, done: 'created', command }
  }
  if (!before.includes(mark))
    throw new ReportedError('trouble', `${path} already exists. Add this line to it: ${command}`)
  writeWhole(path, text, { as: 'replace' })
  return { path, done: 'updated', command }
}

/**
 * The command for a project in a subfolder, because git starts hooks in the top folder. `--no` prevents `npx` from
 * asking the registry for a missing package.
 */
function commandIn(below: string): string {
  const dir = below === '' ? '' : ` --dir ${shellWord(below)}`
  return `npx --no rye-chain-playground check --staged --quiet${dir}`
}

function hooksOf(project: string, env: Directory['machine']['env']): ReturnType<Repository['hooks']> {
  try {
    return Repository.use(project, env, (repository) => repository.hooks())
  } catch (error) {
    if (error instanceof GitFault) throw new ReportedError('usage', `The hook cannot be installed: ${error.message}`)
    throw error
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
