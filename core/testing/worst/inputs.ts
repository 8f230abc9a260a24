import type { Attack } from './attack.ts'
import { worstFiles } from './files.ts'
import { worstSchemas } from './schemas.ts'
import { worstSteps } from './steps.ts'

export type { Attack }

/** Every attack except those with signed files. */
export const worstInputs: readonly Attack[] = [...worstSchemas, ...worstFiles, ...worstSteps]
