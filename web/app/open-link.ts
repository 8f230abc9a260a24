import type { Playground } from '../state/playground.svelte.ts'
import type { DraftOrigin } from '../state/drafts.svelte.ts'
import { isAnswerName } from '../state/view.svelte.ts'
import type { OpenedShare } from '../share/codec.ts'

/** What an address asks for beside a draft: a reason to stand on (a value, a step, an answer). */
export interface LinkView {
  readonly why?: string
  readonly step?: number
  readonly show?: string
  readonly problem?: string
}

/** The parts of an address's fragment: the packed draft, a short link's id, an example, and where to stand. */
export interface LinkParts {
  readonly packed: string | undefined
  readonly short: string | undefined
  readonly example: string | undefined
  readonly view: LinkView
}

/** Read a fragment and a path apart; nothing is opened by this. */
export function linkParts(hash: string, path = ''): LinkParts {
  const [head = '', ...rest] = hash.replace(/^#/, '').split('&')
  const options = new URLSearchParams(rest.join('&'))
  const why = options.get('why')
  const step = Number(options.get('step') ?? Number.NaN)
  const show = options.get('show')
  const problem = options.get('problem')
  const shortPath = /\/s\/([\w-]{4,64})\/?$/.exec(path)?.[1]
  return {
    packed: /^v\d/.test(head) ? head : undefined,
    short: /^s\.([\w-]{4,64})$/.exec(head)?.[1] ?? shortPath,
    example: /^example=([\w-]+)$/.exec(head)?.[1],
    view: {
      ...(why === null ? {} : { why }),
      ...(Number.isInteger(step) ? { step } : {}),
      ...(show === null ? {} : { show }),
      ...(problem === null ? {} : { problem }),
    },
  }
}

/** A mark by which a draft knows the link it came from: its base and the checksum at the head of its payload. */
export function markOf({ packed, short, example }: LinkParts): string | undefined {
  if (packed !== undefined) return packed.slice(0, 48)
  if (short !== undefined) return `s.${short}`
  return example === undefined ? undefined : markOfExample(example)
}

function markOfExample(slug: string): string {
  return `example=${slug}`
}

/** What the address of this page asks for. */
export function thisAddress(): LinkParts {
  return linkParts(location.hash, location.pathname)
}

/** Whether a draft of this origin is what the address names; so it is where the address names none. */
export function isNamed(shown?: DraftOrigin): boolean {
  const named = markOf(thisAddress())
  if (named === undefined) return true
  return shown?.kind === 'link' ? shown.of === named : shown?.kind === 'example' && markOfExample(shown.slug) === named
}

/** Take a link out of the address, unless it is where a draft of this origin comes from: the address never names what is not shown. */
export function letGoOfAddress(shown?: DraftOrigin): void {
  if (isNamed(shown)) return
  history.replaceState(null, '', location.pathname.replace(/\/s\/[^/]*\/?$/, '/') + location.search)
}

/**
 * Open what the address holds as a separate, inert draft (PRODUCT, security 1). Whatever is wrong with it is said, and the draft
 * that is open stays; so it does where it is just what the link holds, as after a reload.
 */
export async function openLink(playground: Playground, parts: LinkParts): Promise<void> {
  const mark = markOf(parts)
  if (parts.example !== undefined) {
    if (!(await playground.openExample(parts.example)))
      return refused(playground, `There is no example “${parts.example.slice(0, 60)}”.`)
  } else if (mark !== undefined) {
    const opened = await readLink(parts)
    if (opened.kind === 'rejected') return refused(playground, opened.problem)
    const { session, drafts } = playground
    const isOpen = drafts.origin.kind === 'link' && drafts.origin.of === mark
    if (!isOpen || JSON.stringify(session.snapshot) !== JSON.stringify(opened.snapshot))
      await playground.openSnapshot(opened.snapshot, { kind: 'link', of: mark })
  }
  standOn(playground, parts.view)
}

/** The draft that a link holds, a short one by asking its server; what is wrong with it comes in words. */
export async function readLink({ packed, short }: LinkParts): Promise<OpenedShare> {
  try {
    const { openDocument, openShare } = await import('../share/codec.ts')
    if (packed !== undefined) return openShare(packed)
    if (short === undefined) return { kind: 'rejected', problem: 'It holds no draft.' }
    return openDocument(await (await import('../run/client.ts')).loadShare(short))
  } catch (error) {
    return { kind: 'rejected', problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Put the page where a link points to. */
function standOn(playground: Playground, view: LinkView): void {
  if (view.step !== undefined) {
    playground.view.traceStep = view.step
    playground.view.show('trace')
  }
  if (view.show !== undefined && isAnswerName(view.show)) playground.view.show(view.show)
  playground.view.problem = view.problem
  if (view.why !== undefined) playground.ask(view.why)
}

function refused(playground: Playground, problem: string): void {
  playground.view.say({
    text: `This link could not be opened. ${problem} Your own drafts are untouched.`,
    tone: 'trouble',
  })
}
