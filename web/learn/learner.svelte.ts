import { Parts, type Analysis } from '#core/answer'
import type { Evidence } from '#core/expect'
import {
  advance,
  doStep,
  isDone,
  learnReview,
  markHelped,
  markWrong,
  readLesson,
  sameTicks,
  statesOf,
  stepStates,
  tickQuestion,
  type LessonReading,
  type LessonTicks,
  type Step,
  type Task,
} from '#core/learn'
import type { ExecutionResult } from '#core/run'
import type { Snapshot } from '#core/workspace'
import { loadLacking } from '../analysis/late-parts.ts'
import type { FileChanges } from '../files/content.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { olderThan, type LaneState } from '../state/run.svelte.ts'
import { progressName, type ProgressStore } from '../state/progress-store.ts'
import { pageReview } from '../state/review-store.ts'
import { answersTo } from './answers-to.ts'
import { attemptsIn, doneLabel, startAgainLabel, type Attempt } from './attempt.ts'
import { draftWithWork, renewed, stepToContinue } from './resume.ts'
import { pause, timeToTick } from './settle.ts'
import { beginLabel, startOf } from './start.ts'
import { misfitsOf, trialOf, type Run, type TrialProblem } from './trial.ts'

/** The learner of the open lesson, with the state of the steps and the available actions. */
export class Learner {
  readonly #playground: Playground
  readonly #store: ProgressStore
  #ticks = $state.raw<LessonTicks>({})
  /**
   * The lesson with loaded ticks. `finished`: the lesson was already finished when it opened, so the draft adds no
   * ticks.
   */
  #opened = $state.raw<{ readonly id: string; readonly draft: string; readonly finished: boolean } | undefined>()

  /** The draft's analysis before the last restart. */
  #former = $state.raw<Analysis | undefined>()

  /**
   * The index of the step at which the learner can continue; undefined without earlier work, or after a choice.
   */
  continues = $state<number | undefined>()

  /** The changes to the lesson since the learner's saved draft, until the learner closes the list. */
  news = $state.raw<readonly string[]>([])

  /** The timer of a tick that waits for a pause in typing. */
  #waiting: ReturnType<typeof setTimeout> | undefined

  /** The loader of messages for rare problems, and the number of loads. */
  readonly #parts = new Parts()
  #worded = $state(0)

  /** The text of the lesson, as a separate value so that other changes to the draft do not parse it again. */
  readonly #text = $derived.by(() => this.#playground.session.snapshot.lesson)
  readonly reading = $derived.by((): LessonReading | undefined => {
    void this.#worded
    return this.#text === undefined ? undefined : readLesson('lesson.yaml', this.#text, this.#parts)
  })
  readonly lesson = $derived.by(() => this.reading?.lesson ?? undefined)
  readonly evidence = $derived.by((): Evidence | undefined => this.#evidence())
  readonly steps = $derived.by(() => (this.lesson ? stepStates(this.lesson, this.#ticks, this.evidence) : []))
  readonly done = $derived.by(() => this.steps.filter(({ done }) => done).length)
  /** The number of done steps that "Do it for me" completed. */
  readonly helped = $derived.by(() => this.steps.filter(({ done, helped }) => done && helped).length)
  readonly finished = $derived.by(() => this.steps.length > 0 && this.done === this.steps.length)
  /** The first unfinished step. */
  readonly current = $derived.by(() => this.steps.find(({ done }) => !done))
  /** The draft at the start of the lesson. */
  readonly start = $derived.by(() => {
    const { steps: list, at } = this.#playground.session.history
    return startOf({ list, at })
  })
  /** The attempts of the learner that "Do it for me" replaced. */
  readonly attempts = $derived.by((): readonly Attempt[] => {
    const { steps: list, at } = this.#playground.session.history
    return this.lesson ? attemptsIn(this.lesson, { list, at }) : []
  })

  constructor(playground: Playground, store: ProgressStore) {
    this.#playground = playground
    this.#store = store
  }

  /** Load the progress of the lesson, once per draft, and compare its goals with the draft. */
  look(): void {
    const { lesson, evidence } = this
    if (!lesson) return void this.#bringWords()
    const draft = this.#playground.drafts.id
    if (this.#opened?.id !== lesson.id || this.#opened.draft !== draft) {
      const kept = this.#store.ticksOf(progressName(lesson.id, this.#playground.drafts.origin))
      this.#opened = { id: lesson.id, draft, finished: lesson.steps.every((step) => isDone(step, kept)) }
      // A new draft contains the first files, so ticks for changes would be wrong.
      this.continues = this.#playground.drafts.isNew ? stepToContinue(lesson, kept) : undefined
      this.#ticks = this.continues === undefined ? kept : {}
    }
    if (this.continues !== undefined) return
    const isFinished = lesson.steps.every((step) => isDone(step, this.#ticks))
    clearTimeout(this.#waiting)
    if (!evidence || (this.#opened.finished && isFinished)) return
    const next = advance(lesson, this.#ticks, evidence)
    if (sameTicks(next, this.#ticks)) return
    const write = (): void => this.#write(lesson.id, next)
    const { steps, at } = this.#playground.session.history
    // Only typing merges states of the history.
    const time = timeToTick(lesson, this.#ticks, evidence, steps[at]?.merge !== undefined)
    if (time === 'now') write()
    if (time === 'pause') this.#waiting = setTimeout(write, pause)
  }

  /** The answers to the question of a step; undefined without a lesson, or if `answersTo` finds none. */
  async task(step: Step): Promise<Task | undefined> {
    const { lesson, start } = this
    const { inert } = this.#playground.drafts
    if (!lesson || !start) return undefined
    const loadRun = async (): Promise<Run | undefined> =>
      inert ? undefined : (await import('./run-draft.ts')).resultOfDraft
    return answersTo(step, lesson, start, (drafts) => this.analysesOf(drafts), loadRun)
  }

  /** Record an answer to the question of a step. `choice`: the number of the answer, if the question lists answers. */
  answer(step: Step, right: boolean, choice: number): void {
    if (!this.lesson) return
    this.#write(this.lesson.id, right ? tickQuestion(step, this.#ticks) : markWrong(step, this.#ticks, choice))
  }

  /** "Show the answer": tick the question of a step, with the mark that the learner had help. */
  showAnswer(step: Step): void {
    if (this.lesson) this.#write(this.lesson.id, tickQuestion(step, markHelped(step, this.#ticks)))
  }

  /**
   * Continue where the learner was: in the saved draft, with the current version of the lesson, or otherwise with the
   * files from the solutions so far.
   */
  async goOn(): Promise<void> {
    const { lesson, continues: at, start } = this
    const { session, drafts, draft } = this.#playground
    const text = session.snapshot.lesson
    if (!lesson || at === undefined || text === undefined) return
    const saved = await draftWithWork(drafts, lesson)
    if (saved !== undefined) {
      const states = await drafts.history(saved)
      await draft.openKept(saved)
      if (drafts.id !== saved) return
      const to = start && renewed(session.snapshot, states && startOf(states), start, lesson)
      if (!to || (to.news.length === 0 && session.snapshot.lesson === text)) return
      this.news = to.news
      // "Start again", solutions and answers use the new start.
      this.become({ ...start, lesson: text }, beginLabel)
      this.become({ ...to.draft, lesson: text }, 'Update the lesson')
      return
    }
    this.continues = undefined
    this.#ticks = this.#store.ticksOf(progressName(lesson.id, drafts.origin))
    const reached = start && statesOf(lesson, start)[at]
    if (reached) this.become({ ...reached, lesson: text }, 'Continue the lesson')
  }

  /** Check the lesson as its tests do. Returns the problems, or undefined if the engine does not respond. */
  async trial(start: Snapshot, run?: Run): Promise<readonly TrialProblem[] | undefined> {
    return this.lesson && trialOf(this.lesson, start, (drafts) => this.analysesOf(drafts), run)
  }

  /** The parts of the lesson that fail with this engine version, if the lesson is from a link. */
  async misfits(): Promise<readonly string[]> {
    const { lesson, start } = this
    if (this.#playground.drafts.origin.kind !== 'link' || !start || !lesson) return []
    return misfitsOf(lesson, start, (snapshots) => this.analysesOf(snapshots))
  }

  /** The analyses of drafts; undefined if the engine does not respond. */
  async analysesOf(snapshots: readonly Snapshot[]): Promise<readonly Analysis[] | undefined> {
    const answer = await this.#playground.engine.query({ kind: 'compare', snapshots })
    return answer?.kind === 'analyses' ? answer.analyses.map(({ analysis }) => analysis) : undefined
  }

  /** "Do it for me": apply the change of a step as one undo step. */
  doIt(step: Step): void {
    const { after } = this.solution(step)
    const { lesson } = this
    if (!lesson) return
    this.#write(lesson.id, markHelped(step, this.#ticks))
    this.become(after, doneLabel(lesson, step))
  }

  /** The current draft, and the draft that "Do it for me" makes from it for a step. */
  solution(step: Step): Attempt {
    const { snapshot } = this.#playground.session
    const { lesson, start = snapshot } = this
    const after = lesson ? doStep(lesson, start, snapshot, lesson.steps.indexOf(step)) : snapshot
    return { step, before: snapshot, after, done: false }
  }

  /**
   * Replace the draft with the other side of a comparison: with the attempt if the solution is open, otherwise with the
   * solution.
   */
  take({ step, before, done }: Attempt): void {
    const { lesson } = this.#playground.session.snapshot
    if (done) this.become({ ...before, ...(lesson !== undefined && { lesson }) }, 'Restore my attempt')
    else this.doIt(step)
  }

  /** Start the lesson again with its first draft and without ticks. One undo restores the previous draft. */
  startAgain(): void {
    const { session } = this.#playground
    const { lesson, start } = this
    if (!lesson) return
    this.continues = undefined
    this.news = []
    this.#opened = { id: lesson.id, draft: this.#playground.drafts.id, finished: false }
    const { snapshot, analysis } = session
    if (start) this.become({ ...start, name: snapshot.name, lesson: snapshot.lesson ?? '' }, startAgainLabel)
    // Ignore the old analysis, which would tick the steps that the former draft had completed.
    if (session.snapshot !== snapshot) this.#former = analysis
    this.#write(lesson.id, {})
  }

  /** Explain why the lesson is not valid. Until the explanation is loaded, the page shows the problem's code. */
  async #bringWords(): Promise<void> {
    if (await loadLacking(this.#parts).catch(() => false)) this.#worded++
  }

  #write(id: string, ticks: LessonTicks): void {
    this.#ticks = ticks
    this.#store.write(progressName(id, this.#playground.drafts.origin), ticks)
    const { lesson } = this
    if (!this.#playground.view.embedded && lesson?.steps.every((step) => isDone(step, ticks)))
      pageReview().change((review) => learnReview(review, lesson, Date.now()))
  }

  /** Replace the draft as one undo step. */
  become(to: Snapshot, label: string): void {
    const { files: before, world } = this.#playground.session.snapshot
    const { files, ...head } = to
    const paths = Object.keys({ ...before, ...files })
    const changes: FileChanges = paths.flatMap((path) =>
      before[path] === files[path] ? [] : [[path, files[path] ?? null] as const],
    )
    // An update can set a field but not remove it, so use an empty world.
    const plainWorld = world && !head.world ? { world: {} } : {}
    this.#playground.change(changes, label, { ...head, ...plainWorld })
  }

  #evidence(): Evidence | undefined {
    const { session, runs } = this.#playground
    const { analysis, snapshot } = session
    // Ignore the analysis while a space is left out or the engine is loading: it does not show the learner's work.
    if (
      !analysis ||
      analysis === this.#former ||
      session.hypothetical ||
      analysis.lacks ||
      analysis.item_id !== snapshot.item_id
    )
      return undefined
    const resultOf = (lane: LaneState): ExecutionResult | undefined =>
      lane.kind === 'done' && olderThan(lane, analysis.plan?.digest, snapshot.files) === undefined
        ? lane.result
        : undefined
    const [simulated, real] = [resultOf(runs.simulated), resultOf(runs.real)]
    return { analysis, ...(simulated && { simulated }), ...(real && { real }) }
  }
}
