import {
  editBetween,
  goalOf,
  statesOf,
  suggestGoals,
  toYaml,
  writeLesson,
  type Goal,
  type GoalAssertion,
  type Lesson,
  type Snapshot,
  type Step,
} from '#core'
import { omit } from '../files/records.ts'
import type { Playground } from '../state/playground.svelte.ts'
import type { Learner } from './learner.svelte.ts'

/** Somebody who writes a lesson on the open draft. The draft holds its text, so that every change can be undone and travels. */
export class Author {
  readonly #playground: Playground
  readonly #learner: Learner
  /** The draft that the lesson begins with: as it was when writing began, until another is taken. */
  start = $state.raw<Snapshot>()
  /** What a trial came to; undefined before one, or after a change. */
  findings = $state.raw<readonly string[] | undefined>()

  readonly lesson = $derived.by((): Lesson => {
    const blank = this.#blank()
    const partial = this.#learner.reading?.partial
    return partial ? { ...partial, id: partial.id || blank.id, title: partial.title || blank.title } : blank
  })
  readonly problems = $derived.by(() => this.#learner.reading?.problems ?? [])
  /** Goals that could be of what is on the screen, first of the value that was clicked. */
  readonly offers = $derived.by((): readonly GoalAssertion[] => {
    const { analysis, asked } = this.#playground.session
    const { simulated } = this.#playground.runs
    return analysis ? suggestGoals(analysis, asked, simulated.kind === 'done' ? simulated.result : undefined) : []
  })

  constructor(playground: Playground, learner: Learner) {
    this.#playground = playground
    this.#learner = learner
    this.start = playground.session.snapshot
  }

  /** Write the lesson with something changed. */
  set(change: Partial<Lesson>, merge?: string): void {
    this.findings = undefined
    this.#playground.session.set({ lesson: writeLesson({ ...this.lesson, ...change }) }, 'Edit the lesson', merge)
  }

  setStep(id: string, change: Partial<Step>, merge?: string): void {
    this.set({ steps: this.lesson.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) }, merge)
  }

  addStep(): void {
    const { steps } = this.lesson
    const used = steps.map(({ id }) => id)
    let number = steps.length + 1
    while (used.includes(`step-${number}`)) number++
    const step: Step = { id: `step-${number}`, text: 'What to do.', hint: null, goals: [], reveal: null, edit: null }
    this.set({ steps: [...steps, step] })
  }

  removeStep(id: string): void {
    this.set({ steps: this.lesson.steps.filter((step) => step.id !== id) })
  }

  addGoal(step: Step, assertion: GoalAssertion): void {
    const goal = goalOf(assertion, false)
    if (step.goals.some(({ hash }) => hash === goal.hash)) return
    const { asked } = this.#playground.session
    const reveal = step.reveal ?? (asked === undefined ? null : ({ kind: 'value', pointer: asked } as const))
    this.setStep(step.id, { goals: [...step.goals, goal], reveal })
  }

  setGoals(step: Step, goals: readonly Goal[]): void {
    this.setStep(step.id, { goals })
  }

  /** Take what was done to the draft since the step before as the "Do it" of a step. */
  takeSolution(step: Step): void {
    const { start, lesson } = this
    if (!start) return
    const before = statesOf(lesson, start)[lesson.steps.indexOf(step)] ?? start
    this.setStep(step.id, { edit: editBetween(before, this.#playground.session.snapshot) })
  }

  /** Let the lesson begin with the draft as it is now. */
  takeStart(): void {
    this.start = this.#playground.session.snapshot
    this.findings = undefined
  }

  /** Bring the draft back to what the lesson begins with, as it has to be when it is shared. */
  backToStart(): void {
    const { session } = this.#playground
    if (!this.start) return
    this.#learner.become(
      { ...this.start, lesson: session.snapshot.lesson ?? writeLesson(this.lesson) },
      'Back to the start',
    )
  }

  /** Go through the lesson as its tests do: the start must fail each goal, each solution must pass its step. */
  async tryIt(): Promise<void> {
    if (this.start) this.findings = await this.#learner.trial(this.start)
  }

  /** The lesson as the folder of an example: what the repository keeps, and `draft.json`, so that it can be brought back. */
  async folder(): Promise<Uint8Array> {
    const { zipDraft } = await import('../files/archive.ts')
    const start = this.start ?? this.#playground.session.snapshot
    const text = writeLesson(this.lesson)
    const { dialect, search, dev_mode, item_id, parameters, world } = start
    const about = { title: this.lesson.title, order: 1_000, dialect, search, dev_mode, item_id, parameters }
    const facts = world && { world: JSON.parse(JSON.stringify(world)) as never }
    return zipDraft(omit({ ...start, lesson: text }, 'expected'), {
      'example.yaml': toYaml({ ...about, ...facts }),
      'lesson.yaml': text,
    })
  }

  #blank(): Lesson {
    const { name } = this.#playground.session.snapshot
    const id = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
    return { id: id === '' ? 'lesson' : id, chapter: '', title: name, text: '', learned: [], steps: [] }
  }
}
