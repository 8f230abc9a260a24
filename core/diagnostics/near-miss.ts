/** Something that exists and is close to what was asked for (R1.6). */
export interface NearMiss {
  readonly item_id: string
  readonly path: string | null
  readonly space: string
  readonly because: 'out-of-reach' | 'same-stem' | 'similar' | 'extension' | 'unread-extension' | 'case' | 'unicode'
}
