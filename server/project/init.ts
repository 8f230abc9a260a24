import { existsSync } from 'node:fs'
import type { DialectName } from '#core/rules'
import { newTool } from '#core/write'
import { join, resolve } from '../disk-paths.ts'
import { modelineOf } from './file-schemas.ts'
import { projectFileName } from './project-file.ts'
import { ReportedError } from './reported-error.ts'
import { writeNew } from './write-whole.ts'

/** Options of a new project. */
export interface InitOptions {
  /** The folder of the project, relative to the current folder. */
  readonly dir: string
  readonly dialect: DialectName
  /** Whether to omit the sample tool. */
  readonly bare: boolean
}

/** A new project on disk. */
export interface Initialized {
  readonly files: readonly string[]
  /** The sample tool, and parameters to try it with; null if there is none. */
  readonly sample: { readonly item_id: string; readonly parameters: string } | null
}

const sampleId = 'demo/hello'

/**
 * Write a project file and, in a folder without tools, a sample tool. Existing files are not changed.
 * @throws ReportedError if there is nothing to write.
 */
export function initProject({ dir, dialect, bare }: InitOptions, cwd: string): Initialized {
  const folder = resolve(cwd, dir)
  const isBare = bare || existsSync(join(folder, '.ai/tools'))
  const made = isBare
    ? undefined
    : newTool({ kind: 'python', item_id: sampleId, parameters: 'name: string = "world"', space: 'project', dialect })
  if (made && 'problem' in made) throw new ReportedError('trouble', made.problem)
  const tools = (made?.files ?? []).map(({ path, text }) => ({ name: path.replace('/project/', ''), text }))
  const settings = existsSync(join(folder, projectFileName))
    ? []
    : [{ name: projectFileName, text: modelineOf(join(folder, projectFileName), 'rye-chain') + settingsText(dialect) }]
  const files = [...settings, ...tools]
  if (files.length === 0)
    throw new ReportedError(
      'trouble',
      `${dir} is already a project: it has ${projectFileName}. There is nothing to write.`,
    )
  writeNew(files.map(({ name, text }) => ({ path: join(folder, name), content: text })))
  return {
    files: files.map(({ name }) => join(dir, name)),
    sample: made ? { item_id: sampleId, parameters: made.parameters } : null,
  }
}

function settingsText(dialect: DialectName): string {
  return `# The settings of this project for rye-chain. To show the effective values: rye-chain config
# Every key: docs/project-file.md in the package rye-chain-playground
dialect: ${dialect}

# Require valid signatures, as outside of dev mode.
# strict: true

# Items that check skips.
# ignore: ['legacy/**']

# The severity of a rule: error, warning, hint or off. All rules: rye-chain rules
# rules:
#   version-missing: error
`
}
