import type { Analysis } from '#core/answer'
import { isReadOnly, shortPath } from './places.ts'

/** A new file in a space of the draft, with the label of the action that creates the file. */
export interface Placed {
  readonly path: string
  readonly text: string
  readonly label: string
}

type Texts = (path: string) => string | undefined

/**
 * R1.1: a copy of a system file in the project, where the copy shadows the system file. Undefined if the copy exists, or
 * if the system file does not.
 */
export function copyForProject(path: string | null | undefined, textOf: Texts): Placed | undefined {
  if (path === null || path === undefined || !isReadOnly(path)) return undefined
  const target = `/project/${shortPath(path)}`
  const text = textOf(path)
  if (text === undefined || textOf(target) !== undefined) return undefined
  return { path: target, text, label: `Copy ${shortPath(path)} to the project` }
}

/**
 * R8.2: the missing project and user layers of each tool config that the analyzed item reads. They have the text of the
 * top layer, or only a comment if the config has no layers.
 */
export function configLayers(trace: Analysis['trace'], textOf: Texts): readonly Placed[] {
  return trace.flatMap((event) => {
    if (event.step !== 'resolve_config') return []
    const below = event.layers.findLast(({ path }) => path !== null)?.path ?? undefined
    const text = (below === undefined ? undefined : textOf(below)) ?? `# Settings for ${event.declared_by}.\n`
    return (['project', 'user'] as const)
      .map((space) => ({
        path: `/${space}/.ai/config/${event.path}`,
        // Remove the signature, because the user will edit the copy.
        text: text.replace(/^# rye:signed:.*\n/, ''),
        label: `New config layer ${event.path} in the ${space} space`,
      }))
      .filter(({ path }) => textOf(path) === undefined)
  })
}
