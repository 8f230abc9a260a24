import { usesProductBundle, type Snapshot } from '#core/workspace'
import { changesBetween, EngineClient, type EnginePort } from '../analysis/client.ts'
import type { Answer, PrecomputedAnswer, Query, SignatureState } from '../analysis/messages.ts'
import type { BundleFiles } from '../files/bundles.ts'
import type { Drafts } from './drafts.svelte.ts'
import { noFiles, statesOf, withChanged } from './indexes.ts'
import { knownEnv } from './known-env.ts'
import type { Session } from './session.svelte.ts'

/** The number of signatures to check per request for the tree. The first check of a file takes about 2 ms. */
const signaturesAtOnce = 200
/** The signature states in which the content has the signed hash, with any key. */
const fits: ReadonlySet<SignatureState['state']> = new Set(['verified', 'untrusted-key', 'bad-signature'])

/** Cached states of signatures, with the inputs they depend on. */
interface Seen {
  readonly draft: string
  readonly dialect: Snapshot['dialect']
  readonly without: readonly string[]
  readonly files: Snapshot['files']
  readonly states: ReadonlyMap<string, SignatureState['state']>
}

function isSame(one: PrecomputedAnswer, other: PrecomputedAnswer): boolean {
  return JSON.stringify([one.analysis, one.items]) === JSON.stringify([other.analysis, other.items])
}

function isTool(path: string): boolean {
  return path.includes('/.ai/tools/')
}

/**
 * Sends the page's questions about the open draft to the engine's worker, and stores the answers in the session. After
 * a key press, `Playground.type` stores the text and calls `analyse`. `EngineClient` asks the worker, `Engine.analyze`
 * answers there, and `#show` sets `session.analysis`, from which `ChainPanel` renders the chain.
 */
export class EngineLink {
  /** Whether the engine crashed twice with this draft. The page then shows the draft without answers. */
  safeMode = $state(false)
  readonly #session: Session
  readonly #drafts: Drafts
  readonly #client: EngineClient
  #faults = 0
  #seen: Seen | undefined
  #precomputed: PrecomputedAnswer | undefined
  /** The bundle whose files the session has loaded or requested; undefined before the first request. */
  #bundle: { readonly name: Snapshot['bundle'] | undefined } | undefined

  constructor(session: Session, drafts: Drafts, start: () => EnginePort) {
    this.#session = session
    this.#drafts = drafts
    this.#client = new EngineClient(start, {
      analysed: ({ analysis, items, took_ms }) => {
        const precomputed = this.#precomputed
        this.#precomputed = undefined
        const isShown = precomputed !== undefined && session.analysis === precomputed.analysis
        if (!isShown || !isSame(precomputed, { analysis, items })) this.#show({ analysis, items })
        session.engine = { kind: 'ready', took_ms }
      },
      failed: (problem, died) => this.#failed(problem, died),
    })
  }

  #show({ analysis, items }: PrecomputedAnswer): void {
    this.#session.analysis = analysis
    this.#session.env = knownEnv(this.#session.env, analysis)
    if (items) this.#session.items = items
  }

  /** Show a precomputed answer until the engine answers. If the engine's answer is equal, nothing is rendered again. */
  showPrecomputed(snapshot: Snapshot, answer: PrecomputedAnswer): void {
    if (this.#session.snapshot !== snapshot || this.#session.engine.kind !== 'starting') return
    this.#precomputed = answer
    this.#show(answer)
  }

  /** Request the analysis of the current draft. */
  analyse(): void {
    this.#client.ask(this.#session.snapshot, this.#session.without)
  }

  /** Resolves when the analysis of the current draft is shown or has failed. */
  answered(): Promise<void> {
    return this.#client.answered()
  }

  /** Ask the engine a question other than the analysis; undefined if the engine fails. */
  query(query: Query): Promise<Answer | undefined> {
    return this.#client.query(query)
  }

  /** Request the slow answers after the analysis: fixes of its findings, states of all items, and signatures. */
  async look(): Promise<void> {
    const session = this.#session
    const asked = session.analysis
    const { files } = session.snapshot
    const fixes = session.diagnostics.length > 0 ? await this.query({ kind: 'fixes' }) : undefined
    if (session.analysis !== asked) return
    session.fixes = fixes?.kind === 'fixes' ? fixes.fixes : []
    const items = await this.query({ kind: 'check' })
    if (items?.kind === 'items')
      session.summaries = items.whole ? items.items : withChanged(session.summaries, items.items)
    const known = this.#knownSignatures()
    const tools = Object.keys(files).filter(isTool)
    const paths = known ? tools.filter((path) => known.files[path] !== files[path]) : tools
    const signatures: SignatureState[] = []
    // Check signatures in batches, so that a keystroke does not wait for all of them.
    for (let at = 0; at < paths.length; at += signaturesAtOnce) {
      const answer = await this.query({ kind: 'signatures', paths: paths.slice(at, at + signaturesAtOnce) })
      if (answer?.kind !== 'signatures' || session.analysis !== asked) return
      signatures.push(...answer.signatures)
    }
    session.signatures = statesOf(signatures, known?.states, files)
    const { without, snapshot } = session
    this.#seen = { draft: this.#drafts.id, dialect: snapshot.dialect, without, files, states: session.signatures }
    const fitting = signatures.filter(({ state }) => fits.has(state)).map(({ path }) => path)
    this.#drafts.keepSigned(fitting.map((path) => [path, files[path] ?? '']))
  }

  /**
   * The result of the last signature check. Undefined if the draft, the dialect, the excluded spaces or a file other
   * than a tool, such as a key, has changed since.
   */
  #knownSignatures(): Seen | undefined {
    const { snapshot, without } = this.#session
    const seen = this.#seen
    if (seen?.draft !== this.#drafts.id || seen.dialect !== snapshot.dialect || seen.without !== without)
      return undefined
    return changesBetween(seen.files, snapshot.files).every(([path]) => isTool(path)) ? seen : undefined
  }

  /**
   * Load the files of a draft's built-in bundle, for the tree and the editor, unless they are already loaded or
   * requested.
   */
  async readBundle(snapshot: Snapshot): Promise<void> {
    const name = usesProductBundle(snapshot) ? snapshot.bundle : undefined
    const former = this.#bundle
    if (former && former.name?.id === name?.id && former.name?.version === name?.version) return
    const asked = (this.#bundle = { name })
    if (!name) {
      this.#session.systemFiles = noFiles
      return
    }
    const files = await this.#filesOf(name)
    if (this.#bundle !== asked) return
    if (files) this.#session.systemFiles = files
    // The next change retries.
    else this.#bundle = undefined
  }

  async #filesOf(name: Snapshot['bundle']): Promise<BundleFiles | undefined> {
    const answer = await this.query({ kind: 'bundle', name })
    if (answer?.kind === 'bundle') return answer.files
    // The engine has the system files. If it crashed, the page loads them itself, so that the draft can still be
    // viewed.
    const bundles = await import('../files/bundles.ts').catch(() => undefined)
    return bundles?.loadBundle(name).catch(() => undefined)
  }

  #failed(problem: string, died: boolean): void {
    this.#session.engine = { kind: 'failed', problem }
    if (!died) return
    this.#faults++
    if (this.#faults >= 2) this.safeMode = true
    else this.analyse()
  }
}
