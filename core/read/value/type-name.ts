import { PyBytes, PyComplex, PyDate, PyEllipsis, PyFloat, PySet, PyTuple, isDict, type Value } from './value.ts'

/** Python's name for the type of a value. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  if (value instanceof PyFloat) return 'float'
  if (value instanceof PyTuple) return 'tuple'
  if (value instanceof PySet) return 'set'
  if (value instanceof PyBytes) return 'bytes'
  if (value instanceof PyComplex) return 'complex'
  if (value instanceof PyEllipsis) return 'ellipsis'
  if (value instanceof PyDate) return value.kind
  return isDict(value) ? 'dict' : 'list'
}
