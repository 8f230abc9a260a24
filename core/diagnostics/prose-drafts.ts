import { environmentProse } from './prose-environment.ts'
import { signatureProse } from './prose-signatures.ts'

/** The sentences that most drafts need, about signatures and where a run takes place; the others are a part of their own. */
export const draftProse = { ...signatureProse, ...environmentProse }
