/** The possible uses of a recognized expression, as bits. The parser builds no tree and keeps only these bits. */

/** A plain name, in parentheses or not. */
export const IS_NAME = 1
/** A name, attribute or subscript, which can be annotated or augmented. */
export const IS_SINGLE = 2
/** An expression allowed on the left of `=`. */
export const IS_TARGET = 4
/** An expression allowed after `del`. */
export const IS_DELETABLE = 8
/** An expression in parentheses, so neither a keyword of a call nor a target of `:=`. */
export const IS_GROUPED = 16
/** A target in parentheses with a continuation: `(a).b`, which Python's grammar does not allow with an annotation. */
export const BEGINS_GROUPED = 32

/** An expression that has a value but no other use. */
export const SOME_VALUE = 0
/** An attribute or subscript, for which every kind of assignment is allowed. */
export const A_PLACE = IS_SINGLE | IS_TARGET | IS_DELETABLE
/** A name, which allows the same uses as an attribute or subscript. */
export const A_NAME = IS_NAME | A_PLACE
/** An empty tuple or list. A tuple or list with members allows only the uses that all members allow. */
export const A_SEQUENCE = IS_TARGET | IS_DELETABLE
