import type { Attack } from './attack.ts'
import { worstFiles } from './files.ts'
import { worstSchemas } from './schemas.ts'
import { worstSteps } from './steps.ts'

export type { Attack }

/** Every workspace that asks for as much work as it can, but those whose files are signed. */
export const worstInputs: readonly Attack[] = [...worstSchemas, ...worstFiles, ...worstSteps]
