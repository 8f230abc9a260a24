import type { Analysis } from '#core/answer'
import { isReadOnly, shortPath } from './places.ts'

/** A file that is about to stand in a space of the draft, and why. */
export interface Placed {
  readonly path: string
  readonly text: string
  readonly label: string
}

type Texts = (path: string) => string | undefined

/** R1.1: a copy of a system file in the project, which comes before it; undefined where there is one, or it is none of the system's. */
export function copyForProject(path: string | null | undefined, textOf: Texts): Placed | undefined {
  if (path === null || path === undefined || !isReadOnly(path)) return undefined
  const target = `/project/${shortPath(path)}`
  const text = textOf(path)
  if (text === undefined || textOf(target) !== undefined) return undefined
  return { path: target, text, label: `Copy ${shortPath(path)} to the project` }
}

/** R8.2: a layer of its own for each tool config that the analysed item asks for, begun from the one that lies over the others. */
export function configLayers(trace: Analysis['trace'], textOf: Texts): readonly Placed[] {
  return trace.flatMap((event) => {
    if (event.step !== 'resolve_config') return []
    const below = event.layers.findLast(({ path }) => path !== null)?.path ?? undefined
    const text = (below === undefined ? undefined : textOf(below)) ?? `# What ${event.declared_by} finds here.\n`
    return (['project', 'user'] as const)
      .map((space) => ({
        path: `/${space}/.ai/config/${event.path}`,
        // A copy that is changed is signed by nobody.
        text: text.replace(/^# rye:signed:.*\n/, ''),
        label: `New config layer ${event.path} in the ${space} space`,
      }))
      .filter(({ path }) => textOf(path) === undefined)
  })
}
