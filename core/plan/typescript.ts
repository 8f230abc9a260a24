import type { Diagnostic } from '../diagnostics/facts.ts'
import { extensionOf, nameOf } from '../text/path.ts'
import { isRequest } from '../rules/primitives.ts'
import { fieldRange, type ChainElement } from '../resolve/chain.ts'
import type { PlanParts } from './plan.ts'

/** The names of the Node program. */
const nodeNames: ReadonlySet<string> = new Set(['node', 'nodejs'])

/**
 * The finding for a TypeScript tool that Node would run directly. Node strips types since 22.18. Older versions, such as
 * 20.19, which this product supports, cannot run the file.
 */
export function typescriptOnNode(elements: readonly ChainElement[], parts: PlanParts): readonly Diagnostic[] {
  const [tool] = elements
  if (!tool || tool.path === null || isRequest(parts) || extensionOf(tool.path) !== '.ts') return []
  const { command, args } = parts
  if (!nodeNames.has(nameOf(command.text)) || args[0]?.text !== tool.path) return []
  const at = fieldRange(tool, 'executor_id') ?? { path: tool.path, start: 0, end: 0 }
  return [{ code: 'typescript-on-node', path: tool.path, program: command.text, at }]
}
