// The manual, imported as `#core/manual`. The page and the command line read `docs/` with it; the engine does not use
// it.
export { readChapter, type Topic } from './chapter.ts'
export { draftOfExample, type ManualExample } from './example.ts'
export { Manual } from './manual.ts'
export { goalInWords } from '../expect/goal-words.ts'
