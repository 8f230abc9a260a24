import type { HttpPlan as PlannedRequest, ProcessPlan as PlannedProcess } from '#core/answer'

/** The work of a primitive (R9.6): an engine plan, without the digest, which is only needed for approval. */
export type ExecutionPlan = ProcessPlan | HttpPlan
export type ProcessPlan = Omit<PlannedProcess, 'digest'>
export type HttpPlan = Omit<PlannedRequest, 'digest'>
