import type { LentModule } from '../../../build/lent-modules.ts'
import * as absent from './absent.ts'
import * as buffer from './buffer.ts'
import * as cryptoRandom from './crypto-random.ts'
import * as deepEqual from './deep-equal.ts'
import * as domException from './dom-exception.ts'
import * as errors from './errors.ts'
import * as inspect from './inspect.ts'
import * as stream from './stream.ts'
import * as ticks from './ticks.ts'
import * as timers from './timers.ts'
import * as url from './url.ts'
import * as urlSearchParams from './url-search-params.ts'
import * as utilTypes from './util-types.ts'
import * as validate from './validate.ts'

/** The modules of the layer that parts use, by file name without extension. */
export const lent: Readonly<Record<LentModule, object>> = {
  absent,
  buffer,
  'crypto-random': cryptoRandom,
  'deep-equal': deepEqual,
  'dom-exception': domException,
  errors,
  inspect,
  stream,
  ticks,
  timers,
  url,
  'url-search-params': urlSearchParams,
  'util-types': utilTypes,
  validate,
}
