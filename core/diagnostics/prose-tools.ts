import type { DiagnosticCode } from './facts.ts'
import { dotenvProse } from './prose-dotenv.ts'
import { fileProse } from './prose-files.ts'
import { graphProse } from './prose-graph.ts'
import { planProse } from './prose-plan.ts'
import type { ProseFor } from './prose.ts'
import { ruleProse } from './prose-rules.ts'
import type { draftProse } from './prose-drafts.ts'

/** The prose of every code without an entry in `draftProse`. A missing code does not compile. */
export const prose: ProseFor<Exclude<DiagnosticCode, keyof typeof draftProse>> = {
  ...dotenvProse,
  ...fileProse,
  ...ruleProse,
  ...planProse,
  ...graphProse,
}
