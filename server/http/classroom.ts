import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Refusal } from '../protocol/refusal.ts'
import { sameSecret } from './same-secret.ts'

/** Maximum length of a learner's name. */
const nameLength = 40
/** Maximum number of steps in one report, of wrong answers in one step, and of lessons of a learner. */
const reportSteps = 12
const wrongAnswers = 4
const learnerLessons = 10
/** Maximum length of an ID, a title or an answer in a report. */
const textLength = 300
/** Maximum length of the link to a learner's draft, for a request for help. */
const helpLength = 100_000

type StepState = 'open' | 'done' | 'helped'

interface StepReport {
  readonly id: string
  readonly state: StepState
  /** The answers that the learner chose wrongly. */
  readonly wrong: readonly string[]
}

/** The progress of a learner in one lesson. */
interface Report {
  readonly lesson: string
  readonly title: string
  readonly steps: readonly StepReport[]
}

interface Learner {
  readonly name: string
  readonly secret: string
  /** The last report for each lesson, in the order of the first reports. */
  readonly reports: Map<string, Report>
  /** The fragment of a link to the draft, while the learner asks for help. */
  help: string | null
}

/**
 * A class in the memory of this process: names, and the last reports of each learner. Nothing is written to a disk or a
 * log. Ending the class removes everything.
 */
export class Classroom {
  /** The link for learners. */
  readonly link: string
  readonly #key = randomBytes(12).toString('base64url')
  readonly #most: number
  #learners: readonly Learner[] = []
  #isOver = false
  /** The number of changes since the start. */
  #version = 0
  readonly #changes = new EventEmitter().setMaxListeners(0)

  /** `origin`: the origin at which learners reach the server. `most`: the maximum number of learners. */
  constructor(origin: string, most: number) {
    this.link = `${origin}/#class=${this.#key}`
    this.#most = most
  }

  /** Add a learner. A name that is taken gets a number. Returns the secret that the learner's reports require. */
  join(key: unknown, name: unknown): { readonly learner: string; readonly name: string } {
    this.#check(key)
    if (typeof name !== 'string' || name.trim() === '' || name.trim().length > nameLength || !isPrintable(name))
      throw invalid(
        `A name must have 1 to ${nameLength} printable characters (limit nameLength).`,
        'Choose another name.',
      )
    if (this.#learners.length >= this.#most)
      throw new Refusal(
        409,
        'class-full',
        `The class is full: it has ${this.#most} learners (setting class_learners).`,
        'Ask the teacher to start a larger class with --class-learners.',
      )
    const taken = this.#learners.map((one) => one.name)
    let free = name.trim()
    for (let number = 2; taken.includes(free); number++) free = `${name.trim()} (${number})`
    const learner = { name: free, secret: randomBytes(18).toString('base64url'), reports: new Map(), help: null }
    this.#learners = [...this.#learners, learner]
    this.#change()
    return { learner: learner.secret, name: free }
  }

  /**
   * Replace the report of a learner about one lesson. Without a lesson, only the request for help changes.
   * @throws Refusal if the class or the learner is unknown, or the report is invalid
   */
  report(key: unknown, secret: unknown, report: unknown): void {
    this.#check(key)
    const learner = this.#learners.find((one) => typeof secret === 'string' && sameSecret(one.secret, secret))
    if (!learner)
      throw new Refusal(404, 'learner-unknown', 'This learner is not in the class.', 'Join the class again.')
    const { lesson, title, steps, help } = readReport(report)
    learner.help = help
    if (lesson !== '') learner.reports.set(lesson, { lesson, title, steps })
    const [oldest] = learner.reports.keys()
    if (learner.reports.size > learnerLessons && oldest !== undefined) learner.reports.delete(oldest)
    this.#change()
  }

  /** The class for its teacher, without secrets. */
  overview() {
    const learners = this.#learners.map(({ name, help, reports }) => ({ name, help, reports: [...reports.values()] }))
    return { link: this.link, over: this.#isOver, version: this.#version, learners }
  }

  /**
   * Wait until the class differs from a version, or until the signal aborts. Returns immediately if it differs already.
   */
  async changedSince(version: number, signal: AbortSignal): Promise<void> {
    if (this.#version === version) await once(this.#changes, 'change', { signal }).catch(() => undefined)
  }

  end(): void {
    this.#isOver = true
    this.#learners = []
    this.#change()
  }

  #change(): void {
    this.#version++
    this.#changes.emit('change')
  }

  #check(key: unknown): void {
    if (this.#isOver) throw new Refusal(404, 'class-over', 'The class has ended.', 'Continue without the class.')
    if (typeof key !== 'string' || !sameSecret(this.#key, key))
      throw new Refusal(403, 'class-key', 'This is not the link of this class.', "Open the teacher's link again.")
  }
}

function invalid(message: string, hint: string): Refusal {
  return new Refusal(400, 'class-report', message, hint)
}

/** Whether a string has no control characters and no characters that change the direction of text. */
function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)
}

function readReport(json: unknown): Report & Pick<Learner, 'help'> {
  const { lesson, title, steps, help } = fieldsOf(json)
  if (!Array.isArray(steps) || steps.length > reportSteps)
    throw invalid(`A report has at most ${reportSteps} steps (limit reportSteps).`, 'Reload the page.')
  const isLink = typeof help === 'string' && help.length <= helpLength && /^v1\.[\w.-]+$/.test(help)
  if (help !== null && !isLink)
    throw invalid(
      `A request for help has a link of at most ${helpLength} characters (limit helpLength).`,
      'Ask the teacher in person.',
    )
  return { lesson: short(lesson), title: short(title), steps: steps.map(readStep), help: isLink ? help : null }
}

function readStep(json: unknown): StepReport {
  const { id, state, wrong } = fieldsOf(json)
  const known = (['open', 'done', 'helped'] as const).find((one) => one === state)
  if (!known || !Array.isArray(wrong) || wrong.length > wrongAnswers)
    throw invalid(`A step has at most ${wrongAnswers} wrong answers (limit wrongAnswers).`, 'Reload the page.')
  return { id: short(id), state: known, wrong: wrong.map(short) }
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) throw invalid('The report is not an object.', 'Reload the page.')
  return { ...json }
}

function short(text: unknown): string {
  if (typeof text !== 'string') throw invalid('The report contains a value that is not a string.', 'Reload the page.')
  return text.slice(0, textLength)
}
