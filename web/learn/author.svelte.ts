import { goalOf, goalsOfClicked, suggestGoals, type Clicked, type Goal, type GoalAssertion } from '#core/expect'
import type { ValueTest } from '#core/expect'
import {
  asksForResult,
  editBetween,
  editsAlong,
  isNothing,
  questionOf,
  statesOf,
  writeLesson,
  type Lesson,
  type Reveal,
  type Routes,
  type Step,
} from '#core/learn'
import type { ExecutionResult } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { omit } from '../files/records.ts'
import type { Playground } from '../state/playground.svelte.ts'
import type { Learner } from './learner.svelte.ts'
import { refusalOf, slugOf } from './author-words.ts'
import { placeIn, placeOfClicked } from './place.ts'
import { beginLabel } from './start.ts'
import { endOf, type Run, type TrialProblem } from './trial.ts'

const noRoutes: Routes = { passes: [], fails: [] }

/**
 * The lesson author in the open draft. The draft contains the lesson's text, so changes can be undone and
 * shared.
 */
export class Author {
  readonly #playground: Playground
  readonly #learner: Learner
  /**
   * A random suffix of the lesson ID. It distinguishes lessons with the same name, because progress is stored by ID.
   */
  readonly #mark = [...crypto.getRandomValues(new Uint8Array(3))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  /** The number of trials and changes. Only the last trial of the current lesson is reported. */
  #trials = 0
  /** The draft at the start of the lesson; the current draft if the draft has no lesson. */
  readonly start = $derived.by((): Snapshot => this.#learner.start ?? this.#playground.session.snapshot)
  /** The result of the last trial; undefined before a trial or after a change. */
  findings = $state.raw<readonly TrialProblem[] | undefined>()
  /** The number of runs that the current check has started; undefined if no check is running. */
  running = $state<number | undefined>()
  /** The reason why the draft was not saved as a route; undefined if it was saved. */
  refusal = $state.raw<string | undefined>()

  readonly lesson = $derived.by((): Lesson => {
    const blank = this.#blank()
    const partial = this.#learner.reading?.partial
    return partial ? { ...partial, id: partial.id || blank.id, title: partial.title || blank.title } : blank
  })
  readonly routes = $derived.by((): Routes => this.lesson.routes ?? noRoutes)
  /** The lesson's problems. Missing parts are reported only after the first step exists. */
  readonly problems = $derived.by(() => {
    const all = this.#learner.reading?.problems ?? []
    return this.lesson.steps.length > 0 ? all : all.filter(({ code }) => code !== 'missing')
  })
  /** Whether the lesson is valid, so that it can be checked and opened. */
  readonly isWhole = $derived.by(() => this.#learner.lesson !== undefined)
  /** Whether any step requires a run. */
  readonly asksForRun = $derived.by(() => this.lesson.steps.some(({ goals }) => goals.some(asksForResult)))
  /** The last click, if it was not on a value with a "why?". */
  clicked = $state.raw<Clicked | undefined>()
  /** Goals for the clicked element; empty if the analysis does not contain it. */
  readonly offersOfClicked = $derived.by((): readonly GoalAssertion[] => {
    const { analysis } = this.#playground.session
    const [simulated, real] = [this.#resultOf('simulated'), this.#resultOf('real')]
    return analysis && this.clicked ? goalsOfClicked({ analysis, simulated, real }, this.clicked) : []
  })
  /** Suggested goals for the visible values, with goals for the clicked element first. */
  readonly offers = $derived.by((): readonly GoalAssertion[] => {
    const { analysis, asked } = this.#playground.session
    if (!analysis) return []
    const result = this.#resultOf('simulated') ?? this.#resultOf('real')
    const all = [...this.offersOfClicked, ...suggestGoals(analysis, this.clicked ? undefined : asked, result)]
    const hashes = all.map((one) => goalOf(one, false).hash)
    return all.filter((_, index) => hashes.indexOf(hashes[index] ?? '') === index)
  })

  constructor(playground: Playground, learner: Learner) {
    this.#playground = playground
    this.#learner = learner
  }

  /** Apply a change to the lesson. */
  set(change: Partial<Lesson>, merge?: string, head: Partial<Pick<Snapshot, 'name'>> = {}): void {
    this.#trials++
    this.findings = undefined
    const lesson = writeLesson({ ...this.lesson, ...change })
    this.#playground.session.set({ ...head, lesson }, 'Edit the lesson', merge)
  }

  /** Set the title. The draft has the same name, which an embed and a link show. */
  setTitle(title: string): void {
    this.set({ title }, 'lesson-title', title.trim() === '' ? {} : { name: title })
  }

  setStep(id: string, change: Partial<Step>, merge?: string): void {
    this.set({ steps: this.lesson.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) }, merge)
  }

  addStep(): void {
    this.#add({ kind: 'do', text: 'Describe the task.', question: null })
  }

  /** Add a prediction of the value that was clicked last, or of the chain's state. */
  addPrediction(): void {
    const { asked } = this.#playground.session
    const ask = asked === undefined ? { kind: 'status' as const } : { kind: 'value' as const, pointer: asked }
    const question = questionOf({ ask, suppose: null, variations: [] })
    this.#add({ kind: 'predict', text: 'Ask a question about the draft.', question })
    void this.tryIt()
  }

  #add(parts: Pick<Step, 'kind' | 'text' | 'question'>): void {
    const { steps } = this.lesson
    const used = steps.map(({ id }) => id)
    let number = steps.length + 1
    while (used.includes(`step-${number}`)) number++
    const blank = { id: `step-${number}`, hint: null, goals: [], reveal: null, edit: null, fixes: false }
    this.set({ steps: [...steps, { ...blank, ...parts }] })
  }

  removeStep(id: string): void {
    this.set({ steps: this.lesson.steps.filter((step) => step.id !== id) })
  }

  /** Move a step by one position. */
  moveStep(id: string, by: -1 | 1): void {
    const { steps } = this.lesson
    const at = steps.findIndex((step) => step.id === id)
    this.set({ steps: steps.toSpliced(at, 1).toSpliced(at + by, 0, ...steps.slice(at, at + 1)) })
    void this.tryIt()
  }

  /** Set whether a goal requires a value's whole text or only a part of it. No effect for a goal of another kind. */
  setTest(step: Step, goal: Goal, test: ValueTest): void {
    if (goal.kind !== 'value') return
    const changed = { ...goalOf({ ...goal, test }, goal.keep), at_once: goal.at_once }
    this.setStep(step.id, { goals: step.goals.map((one) => (one.hash === goal.hash ? changed : one)) })
  }

  addGoal(step: Step, assertion: GoalAssertion): void {
    const goal = goalOf(assertion, false)
    if (step.goals.some(({ hash }) => hash === goal.hash)) return
    const reveal = step.reveal ?? placeOfClicked(this.clicked, this.#playground.session.asked)
    this.setStep(step.id, { goals: [...step.goals, goal], reveal })
    void this.tryIt()
  }

  setGoals(step: Step, goals: readonly Goal[]): void {
    this.setStep(step.id, { goals })
  }

  setReveal(step: Step, reveal: Reveal | null): void {
    this.setStep(step.id, { reveal })
  }

  /** Set the target of "Show me where" to the selection in the editor, or to the cursor's line. */
  async revealCursor(step: Step): Promise<void> {
    const { active } = this.#playground.session
    if (active === undefined) return
    // Import the full editor only if it is in use, because it is large.
    const field = document.querySelector<HTMLTextAreaElement>('.plain textarea')
    const selected = field
      ? { text: field.value, start: field.selectionStart, end: field.selectionEnd }
      : (await import('../editor/selection.ts')).selectionIn(active)
    const { text, start, end } = selected ?? { text: '', start: 0, end: 0 }
    this.setReveal(step, placeIn(active, text, start, end))
  }

  /** Save the changes since the start as a passing route or a near miss, unless the check refuses them. */
  async keepRoute(kind: keyof Routes): Promise<void> {
    const { lesson, routes } = this
    this.refusal = undefined
    const edits = editsAlong(this.#way())
    const stops_at =
      edits.length > 0
        ? await this.#withRuns(this.asksForRun, (run) =>
            endOf(lesson, this.start, { edits }, (drafts) => this.#learner.analysesOf(drafts), run),
          )
        : undefined
    this.refusal = refusalOf(kind, routes, edits.length, stops_at)
    if (this.refusal !== undefined || stops_at === undefined) return
    const about = `${kind === 'passes' ? 'Valid solution' : 'Near miss'} ${routes[kind].length + 1}`
    this.setRoutes({ ...routes, [kind]: [...routes[kind], { about, edits, stops_at }] })
  }

  setRoutes(routes: Routes, merge?: string): void {
    this.set({ routes }, merge)
  }

  #resultOf(lane: 'simulated' | 'real'): ExecutionResult | undefined {
    const state = this.#playground.runs[lane]
    return state.kind === 'done' ? state.result : undefined
  }

  /**
   * The states of the draft since it last matched the lesson's start; only the current state if it never matched.
   */
  #way(): readonly Snapshot[] {
    const { start } = this
    const { steps, at } = this.#playground.session.history
    const states = steps.slice(0, at + 1).map(({ snapshot }) => snapshot)
    const begun = states.findLastIndex((state) => isNothing(editBetween(start, state)))
    return [start, ...(begun < 0 ? states.slice(-1) : states.slice(begun + 1))]
  }

  /** Make the changes since the previous step the "Do it for me" of a step. */
  takeSolution(step: Step): void {
    const { start, lesson } = this
    const before = statesOf(lesson, start)[lesson.steps.indexOf(step)] ?? start
    this.setStep(step.id, { edit: editBetween(before, this.#playground.session.snapshot) })
    void this.tryIt()
  }

  /** Make the current draft the start of the lesson. */
  takeStart(): void {
    this.#trials++
    this.findings = undefined
    this.#playground.session.set({ lesson: writeLesson(this.lesson) }, beginLabel)
  }

  /** Reset the draft to the start of the lesson, as required for sharing. */
  backToStart(): void {
    const { session } = this.#playground
    if (isNothing(editBetween(session.snapshot, this.start))) return
    this.#learner.become(
      { ...this.start, name: session.snapshot.name, lesson: session.snapshot.lesson ?? writeLesson(this.lesson) },
      'Reset to the start',
    )
  }

  /**
   * Check the lesson as its tests do: the start must fail each goal, and each solution must pass its step. With `runs`,
   * the page's sandbox runs the steps that require a result.
   */
  async tryIt(runs = false): Promise<void> {
    const number = ++this.#trials
    const found = await this.#withRuns(runs, (run) => this.#learner.trial(this.start, run))
    // Ignore the result if the lesson has changed since the start of the trial.
    if (number === this.#trials) this.findings = found
  }

  /**
   * Call `use` with a function that runs drafts, or with undefined for an untrusted draft. Runs of an outdated check do
   * not start.
   */
  async #withRuns<T>(runs: boolean, use: (run: Run | undefined) => Promise<T>): Promise<T> {
    if (!runs || this.#playground.drafts.inert) return use(undefined)
    const { resultOfDraft } = await import('./run-draft.ts')
    const number = this.#trials
    this.running = 0
    try {
      return await use((draft, analysis) => {
        if (number !== this.#trials) return Promise.resolve(undefined)
        this.running = (this.running ?? 0) + 1
        return resultOfDraft(draft, analysis)
      })
    } finally {
      this.running = undefined
    }
  }

  /**
   * The lesson as a zip of an example folder: the files of the repository, and a `draft.json` for import. Undefined if
   * the engine does not respond.
   */
  async folder(): Promise<Uint8Array | undefined> {
    const [{ zipDraft }, { exampleTexts }] = await Promise.all([import('../files/archive.ts'), import('./folder.ts')])
    const { start } = this
    const [analysis] = (await this.#learner.analysesOf([start])) ?? []
    const draft = omit({ ...start, lesson: writeLesson(this.lesson) }, 'expected')
    return analysis && zipDraft(draft, exampleTexts(this.lesson, start, analysis))
  }

  /** The title as the name of a downloaded file. */
  get fileName(): string {
    return slugOf(this.lesson.title)
  }

  #blank(): Lesson {
    const { name } = this.#playground.session.snapshot
    return {
      id: `${slugOf(name)}-${this.#mark}`,
      chapter: '',
      title: name,
      text: '',
      learned: [],
      steps: [],
    }
  }
}
