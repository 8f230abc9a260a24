import type { Lesson, StepState } from '#core/learn'
import { textsInMemory, safeStorage, unfailingStorage } from '../files/safe-storage.ts'
import { classKey, dropClassKey } from '../run/class-key.ts'
import { joinClass, reportToClass, type ClassReport } from '../run/class-client.ts'

const storedName = 'rye.class.learner'
/** The longest time from a change to its report, in milliseconds, without the request. */
const reportPause = 200
const mostWrong = 4

/** The learner of this tab in a class. Nothing is sent before the learner joins. */
class ClassMember {
  readonly #storage = unfailingStorage(
    typeof sessionStorage === 'undefined' ? textsInMemory() : safeStorage(() => sessionStorage),
  )
  key = $state(classKey())
  /** The name and the secret; undefined before the learner joins. */
  self = $state.raw<{ readonly name: string; readonly learner: string } | undefined>(this.#stored())
  problem = $state<string | undefined>()
  /** The link to the draft, while the learner asks for help. */
  help = $state<string | undefined>()
  #report: Omit<ClassReport, 'help'> | undefined
  readonly #wrong = new Map<string, readonly string[]>()
  #isWaiting = false
  #isChanged = false

  async join(name: string): Promise<void> {
    if (this.key === undefined) return
    try {
      this.self = await joinClass(this.key, name)
      this.#storage.setItem(storedName, JSON.stringify(this.self))
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
  #soon(): void {
    this.#isChanged = true
    if (!this.self || this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => {
      this.#isChanged = false
      void this.#send().then(() => {
        this.#isWaiting = false
        if (this.#isChanged) this.#soon()
      })
    }, reportPause)
  }

  async #send(): Promise<void> {
    if (!this.self || this.key === undefined) return
    const none = { lesson: '', title: '', steps: [] }
    try {
      await reportToClass(this.key, this.self.learner, { ...(this.#report ?? none), help: this.help ?? null })
      this.problem = undefined
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error)
  }

  #stored(): { readonly name: string; readonly learner: string } | undefined {
    try {
      return JSON.parse(this.#storage.getItem(storedName) ?? '') as { name: string; learner: string }
    } catch {
      return undefined
    }
  }
}

/** This tab as a member of a class; one object for the whole page. */
export const classMember = new ClassMember()
