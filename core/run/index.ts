// Exports of this folder, imported as `#core/run`.
export { execute, executeCall, unstarted, type ExecuteHost, type RunPlace } from './execute.ts'
export type { AnalysedCall } from './call.ts'
export { lockfileText, newLockfile } from './lock-run.ts'
export type {
  CapturedText,
  FileChange,
  HttpEnding,
  HttpOutcome,
  LeftOut,
  Outcome,
  ProcessEnding,
  ProcessOutcome,
  RunOutput,
} from './outcome.ts'
export { emptyOutcome } from './outcome.ts'
export {
  describeMessageProblem,
  protocolVersion,
  readMessage,
  type Message,
  type MessageName,
  type RunEvent,
} from './protocol/messages.ts'
export { protocolSchemas } from './protocol/schemas.ts'
export { queueVersion, readQueueMessage, type QueueMessage } from './protocol/queue-messages.ts'
export type { ExecutionResult } from './result.ts'
export { consentTo } from './consent.ts'
export { graphReach, worstCaseOf, type GraphReach, type ReachedCommand } from './graph-reach.ts'
export type { GraphEvent } from './graph-events.ts'
export { GraphListener, GraphMessageWriter, isWalkEvent } from './graph-message.ts'
export { noUser, type GraphMessage } from './protocol/graph-schema.ts'
export { describeResult } from './describe-ending.ts'
export { Capture, omissionMark } from './capture.ts'
