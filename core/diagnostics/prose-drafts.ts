import { environmentProse } from './prose-environment.ts'
import { signatureProse } from './prose-signatures.ts'

/**
 * The sentences about signatures and the environment, which most drafts need. All other sentences are loaded
 * separately.
 */
export const draftProse = { ...signatureProse, ...environmentProse }
