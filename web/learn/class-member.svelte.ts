import type { Lesson, StepState } from '#core/learn'
import { textsInMemory, safeStorage, unfailingStorage } from '../files/safe-storage.ts'
import { classKey, dropClassKey } from '../run/class-key.ts'
import { ClassUnreachable, joinClass, reportToClass, type LessonReport } from '../run/class-client.ts'

const storedName = 'rye.class.learner'
/** The longest time from a change to its report, in milliseconds, without the request. */
const reportPause = 200
/** The pause before a report is sent again, in milliseconds. */
const pauseAfterFailure = 2000
const mostWrong = 4

/** The learner as this tab stores it until the learner leaves: name, secret and wrong predictions. */
interface StoredMember {
  readonly name: string
  readonly learner: string
  readonly wrong?: Iterable<readonly [string, readonly string[]]>
}

/** The learner of this tab in a class. Nothing is sent before the learner joins. */
class ClassMember {
  readonly #storage = unfailingStorage(
    typeof sessionStorage === 'undefined' ? textsInMemory() : safeStorage(() => sessionStorage),
  )
  key = $state(classKey())
  /** The name and the secret; undefined before the learner joins. */
  self = $state.raw(this.#stored())
  problem = $state<string | undefined>()
  /** The link to the draft, while the learner asks for help. */
  help = $state<string | undefined>()
  #report: LessonReport | undefined
  /** The last report that the server received, as JSON. */
  #sent = ''
  readonly #wrong = new Map(this.self?.wrong)
  #isWaiting = false
  #isChanged = false

  async join(name: string): Promise<void> {
    if (this.key === undefined) return
    try {
      this.self = await joinClass(this.key, name)
      this.#store()
      this.problem = undefined
      this.#soon()
    } catch (error) {
      this.#fail(error)
    }
  }

  leave(): void {
    this.key = undefined
    this.self = undefined
    this.#storage.removeItem(storedName)
    dropClassKey()
  }

  /** Note the state of the open lesson. */
  see({ id, title }: Lesson, steps: readonly StepState[]): void {
    const lines = steps.map(({ step, done, helped }) => ({
      id: step.id,
      state: done ? (helped ? ('helped' as const) : ('done' as const)) : ('open' as const),
      wrong: this.#wrong.get(`${id} ${step.id}`) ?? [],
    }))
    this.#report = { lesson: id, title, steps: lines }
    this.#soon()
  }

  /** Add a wrong answer to the report of a step. The report lists the last `mostWrong` different answers. */
  noteWrong(lesson: string, step: string, text: string): void {
    const key = `${lesson} ${step}`
    this.#wrong.set(key, [...new Set([...(this.#wrong.get(key) ?? []), text])].slice(-mostWrong))
    this.#store()
    if (this.#report?.lesson === lesson)
      this.#report = {
        ...this.#report,
        steps: this.#report.steps.map((one) => (one.id === step ? { ...one, wrong: this.#wrong.get(key) ?? [] } : one)),
      }
    this.#soon()
  }

  /** Ask for help with a link to the draft, or stop asking. */
  askForHelp(fragment: string | undefined): void {
    this.help = fragment
    this.#soon()
  }

  /** Report the latest state. A later change never delays a report, and reports arrive in order. */
  #soon(wait = reportPause): void {
    this.#isChanged = true
    if (!this.self || this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => {
      this.#isChanged = false
      void this.#send().then((isLost) => {
        this.#isWaiting = false
        if (this.#isChanged || isLost) this.#soon(isLost ? pauseAfterFailure : reportPause)
      })
    }, wait)
  }

  /** Send the latest state if it differs from the last report. Returns whether the server did not answer. */
  async #send(): Promise<boolean> {
    if (!this.self || this.key === undefined) return false
    const none = { lesson: '', title: '', steps: [] }
    const report = { ...(this.#report ?? none), help: this.help ?? null }
    const text = JSON.stringify(report)
    if (text === this.#sent) return false
    try {
      await reportToClass(this.key, this.self.learner, report)
      this.#sent = text
      this.problem = undefined
      return false
    } catch (error) {
      this.#fail(error)
      return error instanceof ClassUnreachable
    }
  }

  #fail(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error)
  }

  #store(): void {
    if (this.self) this.#storage.setItem(storedName, JSON.stringify({ ...this.self, wrong: [...this.#wrong] }))
  }

  #stored(): StoredMember | undefined {
    try {
      return JSON.parse(this.#storage.getItem(storedName) ?? '') as StoredMember
    } catch {
      return undefined
    }
  }
}

/** This tab as a member of a class; one object for the whole page. */
export const classMember = new ClassMember()
