import { monaco } from './monaco.ts'

type Model = monaco.editor.ITextModel

/**
 * The owner of the models. It creates a model for a file without a tab, and disposes of the model after its last use.
 */
interface Lender {
  lend(path: string): Model | undefined
  returned(path: string): void
}

/** A reference to a model while Monaco uses it. */
interface Loan {
  readonly object: { readonly textEditorModel: Model }
  dispose(): void
}

/**
 * Replaces Monaco's service for models of other files, which Monaco shows in hovers and reference lists. Monaco's
 * own service throws for a file that is not open. All editors on a page share the first editor's service, so
 * `lender` is set later.
 */
class LentModels {
  lender: Lender | undefined
  readonly #loans = new Map<string, number>()

  /** Whether Monaco is using the model of this file. */
  isLent(path: string): boolean {
    return this.#loans.has(path)
  }

  /** Monaco calls this method, so its name is fixed. */
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
