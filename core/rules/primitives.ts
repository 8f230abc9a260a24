/** The action of a primitive: start a program, or send a request. */
export type PrimitiveShape = 'process' | 'request'

/** Every primitive, by its name in plans and results. Only this table and the dialects name primitives. */
export const primitives = {
  subprocess: { shape: 'process' },
  execute: { shape: 'process' },
  http_client: { shape: 'request' },
} as const satisfies Readonly<Record<string, { readonly shape: PrimitiveShape }>>

/** The primitive at the end of a chain. */
export type PrimitiveKind = keyof typeof primitives

type KindOf<Shape extends PrimitiveShape> = {
  [Kind in PrimitiveKind]: (typeof primitives)[Kind]['shape'] extends Shape ? Kind : never
}[PrimitiveKind]

export type ProcessKind = KindOf<'process'>
export type RequestKind = KindOf<'request'>

/** The primitive of a process that does not come from a chain, such as a program that the host starts itself. */
export const hostProcess: ProcessKind = 'execute'

/** The primitive of a response that does not come from a chain, such as a recorded response. */
export const hostRequest: RequestKind = 'http_client'

/** Whether a primitive sends a request. Other primitives start a program. */
export function isRequestKind(kind: PrimitiveKind): kind is RequestKind {
  return primitives[kind].shape === 'request'
}

function isProcessKind(kind: PrimitiveKind): kind is ProcessKind {
  return !isRequestKind(kind)
}

const kinds = Object.keys(primitives) as readonly PrimitiveKind[] // the record has these keys and no others

/** The primitives that start a program. */
export const processKinds: readonly ProcessKind[] = kinds.filter(isProcessKind)

/** The primitives that send a request. */
export const requestKinds: readonly RequestKind[] = kinds.filter(isRequestKind)

/** Whether a plan or an outcome belongs to a request. All others belong to a program. */
export function isRequest<One extends { readonly primitive: PrimitiveKind }>(
  one: One,
): one is Extract<One, { readonly primitive: RequestKind }> {
  return isRequestKind(one.primitive)
}
