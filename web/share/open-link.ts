import type { Playground } from '../state/playground.svelte.ts'
import { isShortId, markOf, type LinkParts, type LinkView } from '../state/address.ts'
import { answerNamed } from '../state/answers.ts'
import type { OpenedShare } from './codec.ts'

/**
 * Open the example of a link, or its draft as a separate draft that cannot run yet. An invalid link shows a notice, and
 * the open draft stays open. The open draft also stays open if it equals the draft of the link, as after a reload.
 */
export async function openLink(playground: Playground, parts: LinkParts): Promise<void> {
  const mark = markOf(parts)
  if (parts.example !== undefined) {
    if (!(await playground.draft.openExample(parts.example)))
      return refused(playground, `Example “${parts.example.slice(0, 60)}” does not exist. Choose another example.`)
  } else if (mark !== undefined) {
    const opened = await readLink(parts)
    if (opened.kind === 'rejected') return refused(playground, opened.problem)
    const { session, drafts } = playground
    const isOpen = drafts.origin.kind === 'link' && drafts.origin.of === mark
    if (!isOpen || JSON.stringify(session.snapshot) !== JSON.stringify(opened.snapshot))
      await playground.draft.open(opened.snapshot, {
        ...{ kind: 'link', of: mark },
        ...(parts.from !== undefined && { from: parts.from }),
      })
  }
  standOn(playground, parts.view)
  if (parts.docs !== undefined) playground.view.openDocs(parts.docs)
}

/** Load the draft of a link. The server provides the draft of a short link. Returns an error message on failure. */
export async function readLink({ packed, short }: LinkParts): Promise<OpenedShare> {
  try {
    const { openDocument, openShare } = await import('./codec.ts')
    if (packed !== undefined) return openShare(packed)
    if (short === undefined)
      return { kind: 'rejected', problem: 'The link does not contain a draft. Ask the sender for the whole link.' }
    if (!isShortId(short))
      return {
        kind: 'rejected',
        problem: 'The link is incomplete. Copy the whole link again.',
      }
    return openDocument(await (await import('../run/client.ts')).loadShare(short))
  } catch (error) {
    return { kind: 'rejected', problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Show the view that a link points to. */
function standOn(playground: Playground, view: LinkView): void {
  if (view.step !== undefined) {
    playground.view.traceStep = view.step
    playground.view.show('trace')
  }
  const shown = answerNamed(view.show ?? '')
  if (shown !== undefined) playground.view.show(shown)
  playground.view.problem = view.problem
  if (view.why !== undefined) playground.ask(view.why)
}

function refused(playground: Playground, problem: string): void {
  playground.view.say({
    text: `Could not open this link. ${problem} Your drafts are unchanged.`,
    tone: 'trouble',
  })
}
