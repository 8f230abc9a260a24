import type { DiagnosticCode } from './facts.ts'
import { dotenvProse } from './prose-dotenv.ts'
import type { environmentProse } from './prose-environment.ts'
import { fileProse } from './prose-files.ts'
import { graphProse } from './prose-graph.ts'
import { planProse } from './prose-plan.ts'
import { ruleProse } from './prose-rules.ts'
import type { signatureProse } from './prose-signatures.ts'
import type { ProseFor } from './prose.ts'

/** The codes whose prose `describe` always has. */
type AtHand = keyof typeof signatureProse | keyof typeof environmentProse

/** The prose of all other codes. A missing code does not compile. */
export const prose: ProseFor<Exclude<DiagnosticCode, AtHand>> = {
  ...dotenvProse,
  ...fileProse,
  ...ruleProse,
  ...planProse,
  ...graphProse,
}
