import type { Diagnostic } from '../diagnostics/facts.ts'
import { extensionOf, nameOf } from '../text/path.ts'
import { isRequest } from '../rules/primitives.ts'
import { fieldRange, type ChainElement } from '../resolve/chain.ts'
import type { PlanParts } from './plan.ts'

/** Names under which Node is started. */
const nodeNames: ReadonlySet<string> = new Set(['node', 'nodejs'])

/**
 * A tool written in TypeScript that would be handed to Node as it is: Node takes the types away only from 22.18 on, and an older one, such as
 * the 20.19 that this product supports, refuses the file. Both lanes do as their Node does, so it is said before.
 */
export function typescriptOnNode(elements: readonly ChainElement[], parts: PlanParts): readonly Diagnostic[] {
  const [tool] = elements
  if (!tool || tool.path === null || isRequest(parts) || extensionOf(tool.path) !== '.ts') return []
  const { command, args } = parts
  if (!nodeNames.has(nameOf(command.text)) || args[0]?.text !== tool.path) return []
  const at = fieldRange(tool, 'executor_id') ?? { path: tool.path, start: 0, end: 0 }
  return [{ code: 'typescript-on-node', path: tool.path, program: command.text, at }]
}
