/** The possible uses of a recognized expression, as bits. The reader builds no tree and keeps only these bits. */

/** A plain name, in parentheses or not. */
export const IS_NAME = 1
/** A name, attribute or subscript, which can be annotated or augmented. */
export const IS_SINGLE = 2
/** Allowed on the left of `=`. */
export const IS_TARGET = 4
/** Allowed after `del`. */
export const IS_DELETABLE = 8
/** In parentheses, so it is neither a keyword of a call nor a target of `:=`. */
export const IS_GROUPED = 16
/** Continues after a target in parentheses: `(a).b`, which Python's grammar does not allow with an annotation. */
export const BEGINS_GROUPED = 32

/** An expression that has a value and nothing else. */
export const SOME_VALUE = 0
/** An attribute or subscript: whatever may be assigned. */
export const A_PLACE = IS_SINGLE | IS_TARGET | IS_DELETABLE
/** A name, which is a place too. */
export const A_NAME = IS_NAME | A_PLACE
/** An empty tuple or list; with members, what all of them allow. */
export const A_SEQUENCE = IS_TARGET | IS_DELETABLE
