import type { Diagnostic } from '../../diagnostics/facts.ts'
import { dialects } from '../../rules/dialect.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Resolution } from '../resolution.ts'
import { replaceText, type Candidate } from './edits.ts'
import { interpreterEdit } from './interpreter-edit.ts'

/** Candidates that change the draft's dialect, one per other dialect. */
export function otherDialects(workspace: Workspace): readonly Candidate[] {
  return Object.values(dialects)
    .filter((dialect) => dialect !== workspace.dialect)
    .map(({ name }) => ({ title: `Change the dialect to ${name}`, changes: [{ kind: 'dialect', dialect: name }] }))
}

/** Section 0: replaces an executor of another dialect with the one that has the same job in this dialect. */
export function ownExecutor({
  foreign,
  at,
}: Extract<Diagnostic, { code: 'executor-not-found' }>): readonly Candidate[] {
  const here = foreign?.here ?? null
  return here === null ? [] : replaceText(at, here, `Change the executor to ${here}`)
}

/** R6.3: rewrites an interpreter type of another dialect. */
export function ownInterpreter(
  workspace: Workspace,
  run: Resolution,
  { at }: Extract<Diagnostic, { code: 'interpreter-type-unknown' }>,
): readonly Candidate[] {
  const metadata = run.chain.elements.find(({ path }) => path !== null && path === at?.path)?.metadata
  const text = at ? workspace.file(at.path)?.text : undefined
  const edit = metadata && text !== undefined ? interpreterEdit(metadata, text, workspace.dialect) : undefined
  if (!edit) return []
  return [{ title: `Write the interpreter for ${workspace.dialect.name}`, changes: [edit] }]
}
