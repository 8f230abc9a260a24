import { analyzeBody } from './analysis.ts'

// What a thread of the pool runs. Whatever a stranger sends, it keeps busy no more than this thread.
export default analyzeBody
