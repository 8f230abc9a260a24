/** An existing item whose ID or path is similar to the requested ID (R1.6). */
export interface NearMiss {
  readonly item_id: string
  readonly path: string | null
  readonly space: string
  readonly because: 'out-of-reach' | 'same-stem' | 'similar' | 'extension' | 'unread-extension' | 'case' | 'unicode'
}
