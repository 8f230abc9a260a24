/**
 * What a recognised expression may serve as, as bits: the reader builds no tree, this is all it keeps of one.
 */

/** A plain name, in parentheses or not. */
export const IS_NAME = 1
/** A name, attribute or subscript: may be annotated or augmented. */
export const IS_SINGLE = 2
/** May stand left of `=`. */
export const IS_TARGET = 4
/** May stand after `del`. */
export const IS_DELETABLE = 8
/** Stands in parentheses, so it is no keyword of a call and no target of `:=`. */
export const IS_GROUPED = 16
/** Goes on behind a target in parentheses: `(a).b`, which Python's grammar will not have annotated. */
export const BEGINS_GROUPED = 32

/** An expression that has a value and nothing else. */
export const SOME_VALUE = 0
/** An attribute or subscript: whatever may be assigned. */
export const A_PLACE = IS_SINGLE | IS_TARGET | IS_DELETABLE
/** A name, which is a place too. */
export const A_NAME = IS_NAME | A_PLACE
/** An empty tuple or list; with members, what all of them allow. */
export const A_SEQUENCE = IS_TARGET | IS_DELETABLE
