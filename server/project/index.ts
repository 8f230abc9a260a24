/**
 * The module `rye-chain-playground/project` opens a project on disk. The command line, the language server and the MCP
 * server are built on it.
 *
 * ```js
 * import { openProject, ReportedError } from 'rye-chain-playground/project'
 *
 * try {
 *   const project = openProject({ dir: 'project' })
 *   for (const { item_id, space } of project.list().items) if (space === 'project') console.log(item_id)
 *   const { status, chain } = project.analyze({ item_id: 'demo/greet', parameters: '{"name": "Ada"}' })
 *   console.log(status, chain.length)
 *   const { report } = await project.check({ globs: ['demo/*'] })
 *   console.log(`${report.items.length} checked, ${report.errors} errors`)
 * } catch (error) {
 *   if (!(error instanceof ReportedError)) throw error
 *   console.error(error.message)
 * }
 * ```
 */
export { openProject, type Project } from './project.ts'
export type { Machine, ProjectOptions } from './options.ts'
export { ReportedError } from './reported-error.ts'
