import * as v from 'valibot'
import type { Steer } from '../../graph/steering.ts'
import { shortText, type Reads } from './values.ts'

/** What a person tells a walk on a server; cancelling is a request of its own. */
export const steerSchema: Reads<Exclude<Steer, { readonly kind: 'cancel' }>> = v.variant('kind', [
  v.object({ kind: v.picklist(['go', 'step', 'over', 'pause']) }),
  v.object({ kind: v.literal('to'), node: shortText }),
])

/** Names of nodes, as many as a person may mark. */
export const namesSchema = v.pipe(v.array(shortText), v.maxLength(1000), v.readonly())
