import type { DiagnosticEntry, Plan } from '#core/answer'
import { changesRun } from '#core/diagnostics'
import { consentTo, type GraphReach, type ReachedCommand } from '#core/run'
import { counted, visible } from '#core/text'
import type { Limits } from '../../sandbox/limits.ts'
import type { PreparedRun } from './prepared-run.ts'

/** The text styles of an interface. */
interface Marking {
  strong(text: string): string
  faint(text: string): string
  bad(text: string): string
}

const unmarked: Marking = { strong: (text) => text, faint: (text) => text, bad: (text) => text }

/** All actions of a plan, as lines for the user to approve. */
export function planLines(plan: Plan, paint = unmarked): readonly string[] {
  return consentTo(plan).flatMap(({ name, parts }) =>
    parts.map((part, index) => `  ${paint.faint((index === 0 ? name : '').padEnd(8))} ${part}`),
  )
}

/** A line about the time limit of this machine, if the limit can end a command before its timeout; otherwise empty. */
export function limitLines(plans: readonly Plan[], { wall_seconds }: Pick<Limits, 'wall_seconds'>): readonly string[] {
  if (plans.every(({ timeout }) => timeout !== null && timeout <= wall_seconds)) return []
  return [`  Stops after ${wall_seconds} s on this machine, regardless of the timeout (limit wall_seconds).`]
}

/** One line per file that is hidden from a run because it contains a private key. */
export function keyLines({ keys, directory }: Pick<PreparedRun, 'keys' | 'directory'>): readonly string[] {
  return keys.map((path) => `Hidden from the run: ${visible(directory.shown(path))} contains a private key.`)
}

/** Every command that a graph can reach, with the cost, as lines (R16.1). */
export function reachLines({ commands, cut, worst }: GraphReach, paint = unmarked): readonly string[] {
  const { steps, actions, uncounted } = worst
  const most =
    uncounted.length === 0
      ? `at most ${counted(actions, 'call')}`
      : `an unknown number of calls: ${uncounted.join(', ')}`
  return [
    `A graph with at most ${counted(steps, 'step')} and ${most}. It can run:`,
    ...commands.flatMap((command) => commandLines(command, paint)),
    ...(cut ? ['... and more commands, which each need their own approval.'] : []),
  ]
}

function commandLines(
  { graph, node, item_id, open, plan, refused }: ReachedCommand,
  paint: Marking,
): readonly string[] {
  const title = `${paint.strong(visible(`${graph}: ${node}`))}  ${visible(item_id)}`
  if (refused !== null) return [`${title}  ${paint.bad(`is refused: ${visible(refused)}`)}`]
  const asks = open.length === 0 ? '' : `  (asks again: depends on ${open.map(visible).join(', ')})`
  return [`${title}${asks}`, ...(plan ? planLines(plan, paint) : [])]
}

/** The findings that are shown before every run, because they change its behavior. */
export function changingFindings({ call }: PreparedRun): readonly DiagnosticEntry[] {
  return call.diagnostics.filter(({ code }) => changesRun(code))
}
