import { Parser, type Node, type Options } from 'acorn'
import { tsPlugin } from '@sveltejs/acorn-typescript'
import type { Located } from '../located.ts'
import { jsLiteral } from './js-literal.ts'

/** A module-level variable with a literal value (R2.4). */
export interface ScriptAssignment {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly value: Located
}

/** A module-level name that is bound, but to nothing that can be read. */
export interface IgnoredScriptName {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly because: 'not-literal' | 'no-value' | 'not-declared'
}

export type ScriptParse =
  | { readonly kind: 'parsed'; readonly literals: readonly ScriptAssignment[]; readonly ignored: readonly IgnoredScriptName[] }
  | { readonly kind: 'syntax-error'; readonly message: string; readonly start: number; readonly end: number }
