import { elementValue, type ChainElement } from '../../resolve/chain.ts'
import type { AnchorContext } from '../env/context.ts'
import { joinPath, parentOf } from '../../text/path.ts'
import type { Contributor } from '../provenance.ts'
import { sourcedText, type SourcedText } from '../template/sourced.ts'
import { isDict, isTruthy } from '../../read/value/value.ts'
import type { Workspace } from '../../workspace/workspace.ts'

const toolNames = ['tool_path', 'tool_dir', 'tool_parent', 'anchor_path', 'runtime_lib'] as const

/** The eight names of an anchor (R7.2), in the reference's order. */
export const contextNames = [...toolNames, 'project_path', 'user_space', 'system_space'] as const

/** R7.2: the context before an anchor is placed. `anchor_path` is the directory of the tool. */
export function anchorContext(workspace: Workspace, elements: readonly ChainElement[]): Map<string, SourcedText> {
  const toolPath = elements[0]?.path ?? ''
  const toolDir = toolPath === '' ? '' : parentOf(toolPath)
  const toolParent = toolDir === '' ? '' : parentOf(toolDir)
  const values = [toolPath, toolDir, toolParent, toolDir, runtimeLib(elements)]
  const context = new Map<string, SourcedText>()
  for (let index = 0; index < toolNames.length; index++) {
    const name = toolNames[index]!
    context.set(name, contextText(name, values[index]!))
  }
  for (const [name, text] of spaceTexts(workspace)) context.set(name, text)
  return context
}

/** The paths of the three spaces by name, the same for every tool in a workspace. */
export function spaceTexts(workspace: Workspace): readonly (readonly [string, SourcedText])[] {
  return workspace.remember('names of the spaces', workspace.figures.env, () => {
    const { project, user, systems } = workspace.settings
    const roots = { project_path: project, user_space: user, system_space: systems[0]?.root ?? '' }
    return Object.entries(roots).map(([name, root]) => [name, contextText(name, root)] as const)
  })
}

/** A context value with its name as the contributor. */
export function contextText(name: string, value: string): SourcedText {
  return sourcedText(value, contributors.get(name) ?? { kind: 'context', name })
}

const contributors: ReadonlyMap<string, Contributor> = new Map(
  [...contextNames, 'params_json'].map((name) => [name, { kind: 'context', name }]),
)

/**
 * R7.2: the path of `lib` in the first anchor that sets `lib`, resolved against its element's directory; empty if there
 * is none or if it is not a string.
 */
function runtimeLib(elements: readonly ChainElement[]): string {
  for (const element of elements) {
    const { path } = element
    const anchor = elementValue(element, 'anchor')
    const lib = isDict(anchor) ? anchor.get('lib') : undefined
    if (path !== null && isTruthy(lib)) return typeof lib === 'string' ? joinPath(parentOf(path), lib) : ''
  }
  return ''
}

/** The values of a context without their sources. */
export function contextValues(context: AnchorContext): Readonly<Record<string, string>> {
  return Object.fromEntries([...context].map(([name, text]) => [name, text.text]))
}
