import type { FileToWrite } from '../integrity/sign.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { createLockfile, formatLockfile, type Pin } from './document.ts'
import { lockfileWritePath, type NameProblem } from './places.ts'

/** The lockfile to write after a first successful run (R11.3). Nothing is written here, and an existing one stays. */
export function lockfileToWrite(workspace: Workspace, pin: Pin): FileToWrite | NameProblem {
  const path = lockfileWritePath(workspace, pin.tool_id, pin.version)
  return typeof path === 'string' ? { path, text: formatLockfile(createLockfile(pin)) } : path
}
