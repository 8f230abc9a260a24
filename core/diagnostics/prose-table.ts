import type { DiagnosticCode } from './facts.ts'
import { dotenvProse } from './prose-dotenv.ts'
import type { draftProse } from './prose-draft.ts'
import { environmentProse } from './prose-environment.ts'
import { fileProse } from './prose-files.ts'
import { graphProse } from './prose-graph.ts'
import { planProse } from './prose-plan.ts'
import { ruleProse } from './prose-rules.ts'
import { signatureProse } from './prose-signatures.ts'
import type { ProseFor } from './prose.ts'

/** The prose of all codes that `draftProse` lacks. A missing code does not compile. */
export const prose: ProseFor<Exclude<DiagnosticCode, keyof typeof draftProse>> = {
  ...dotenvProse,
  ...environmentProse,
  ...fileProse,
  ...ruleProse,
  ...planProse,
  ...graphProse,
  ...signatureProse,
}
