import type { Workspace } from '#core/workspace'
import { kindProblem, newTool, newToolKinds, type NewToolKind } from '#core/write'
import { ReportedError } from './reported-error.ts'

/**
 * The files of a new tool in a workspace's dialect. The files are not written.
 * @throws ReportedError if the dialect does not support the kind, or the ID or the parameters are invalid
 */
export function newToolFiles(
  wanted: {
    readonly kind: string
    readonly item_id: string
    readonly parameters: string
    readonly space: 'project' | 'user'
  },
  workspace: Workspace,
): Exclude<ReturnType<typeof newTool>, { readonly problem: string }> {
  const dialect = workspace.dialect.name
  const kind = kindOf(wanted.kind)
  const because = kindProblem(kind, dialect)
  if (because !== undefined) throw new ReportedError('trouble', because)
  const made = newTool({ ...wanted, kind, dialect })
  if ('problem' in made) throw new ReportedError('usage', made.problem)
  return made
}

function kindOf(word: string): NewToolKind {
  const kind = newToolKinds.find((known) => known === word)
  if (kind === undefined)
    throw new ReportedError(
      'usage',
      `${JSON.stringify(word)} is not a kind of tool. Use one of ${newToolKinds.join(', ')}.`,
    )
  return kind
}
