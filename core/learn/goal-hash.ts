/** Hex digits of a tick: enough to distinguish the goals and questions of one step. */
export const hashLength = 8
