import { diagnosticEntry, Placer, WorkspaceChecker, type DiagnosticEntry, type ItemCheck, type Workspace } from '#core'
import type { Command } from './command.ts'
import { directoryOptions, openDirectory, requireTree } from '../engine/directory.ts'
import { printJson } from './io.ts'
import { paintFor } from './paint.ts'
import { problemLines } from './report.ts'

/** Every item of a directory at once: what a continuous integration asks. */
export const checkCommand: Command = {
  name: 'check',
  about: 'Check every item of the project and the user space; exit code 1 if one has an error.',
  more: 'Items are checked without parameters, so required ones are not missed here. Use --strict to require signatures.',
  options: {
    ...directoryOptions,
    system: { about: 'The items of the system bundle too.' },
    json: { about: 'The same as JSON.' },
  },
  run(given, io) {
    const directory = openDirectory(given, io)
    requireTree(directory)
    const { workspace } = directory
    const checked = new WorkspaceChecker(workspace).checkAll()
    const asked = checked.filter(({ space }) => given.flag('system') || !space.startsWith('system'))
    const items = asked.filter(({ library }) => !library)
    const libraries = asked
      .filter(({ library }) => library)
      .map(({ item_id, path, space }) => ({ item_id, path, space }))
    const rows = items.map((item) => ({ item, problems: problemsOf(workspace, item) }))
    const failed = rows.filter(({ problems }) => problems.some(({ severity }) => severity === 'error'))
    const problems = distinct(rows.flatMap((row) => row.problems))
    const warnings = problems.filter(({ severity }) => severity === 'warning').length
    if (given.flag('json')) {
      const summary = { items: items.length, failed: failed.length, warnings }
      const checks = rows.map(({ item, problems }) => row(item, problems))
      printJson(io, { format: 1, ...summary, checks, libraries })
    } else {
      const paint = paintFor(io)
      for (const line of problemLines(
        problems.filter(({ severity }) => severity !== 'hint'),
        directory,
        paint,
      ))
        io.out(`${line}\n`)
      const verdict = `${counted(items.length, 'item')}, ${failed.length} with errors, ${counted(warnings, 'warning')}`
      const apart = libraries.length === 0 ? '' : paint.faint(`; ${counted(libraries.length, 'library file')} apart`)
      io.out(`${failed.length === 0 ? paint.good(verdict) : paint.bad(verdict)}${apart}\n`)
      for (const { item } of failed) io.out(`  ${item.item_id}\n`)
    }
    return failed.length === 0 ? 0 : 1
  },
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The findings that are the item's own: not what only a caller, or the tool that uses a primitive, can supply. */
function problemsOf(workspace: Workspace, item: ItemCheck): readonly DiagnosticEntry[] {
  const placer = new Placer(workspace)
  return item.findings
    .filter(({ code }) => code !== 'parameter-invalid' && !(code === 'plan-incomplete' && item.chain_length === 1))
    .map((finding) => diagnosticEntry(placer, finding, workspace.settings.dev_mode))
}

/** A runtime's problem belongs to every tool above it, and is told once. */
function distinct(problems: readonly DiagnosticEntry[]): readonly DiagnosticEntry[] {
  const known = new Map(problems.map((one) => [`${one.code} ${one.at?.path} ${one.at?.start} ${one.message}`, one]))
  return [...known.values()]
}

function row({ item_id, path, space, plan_digest }: ItemCheck, problems: readonly DiagnosticEntry[]) {
  const ready = !problems.some(({ severity }) => severity === 'error')
  return { item_id, path, space, ready, plan_digest, diagnostics: problems }
}
