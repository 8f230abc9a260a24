// The manual as `#core/manual`: what the page and the command line read `docs/` with. The engine itself needs none of it.
export { readChapter, type Topic } from './chapter.ts'
export { draftOfExample, type ManualExample } from './example.ts'
export { Manual } from './manual.ts'
export { goalInWords } from '../learn/goal-words.ts'
