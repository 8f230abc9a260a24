import { monaco } from './monaco.ts'

type Model = monaco.editor.ITextModel

/** The owner of the models: creates one for a file without a tab, and takes it back after its last use. */
interface Lender {
  lend(path: string): Model | undefined
  returned(path: string): void
}

/** A model for as long as Monaco looks at it. */
interface Loan {
  readonly object: { readonly textEditorModel: Model }
  dispose(): void
}

/**
 * Where Monaco gets the model of another file, to show its text under the pointer or in a list of references. Its own such service knows
 * open models only and throws at any other. Monaco takes one for all editors of a page, with the first of them, so who lends is set later.
 */
class LentModels {
  lender: Lender | undefined
  readonly #loans = new Map<string, number>()

  /** Whether Monaco looks at the model of a file at this moment. */
  isLent(path: string): boolean {
    return this.#loans.has(path)
  }

  /** Monaco's question, by the name that it has there. */
  createModelReference({ path }: monaco.Uri): Promise<Loan> {
    const { lender } = this
    const model = lender?.lend(path)
    if (!model) return Promise.reject(new Error(`${path} has no text to show.`))
    this.#loans.set(path, (this.#loans.get(path) ?? 0) + 1)
    let over = false
    return Promise.resolve({
      object: { textEditorModel: model },
      dispose: () => {
        if (over) return
        over = true
        const left = (this.#loans.get(path) ?? 1) - 1
        if (left > 0) return void this.#loans.set(path, left)
        this.#loans.delete(path)
        lender?.returned(path)
      },
    })
  }
}

export const lentModels = new LentModels()
