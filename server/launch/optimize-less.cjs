// @ts-check
const { setFlagsFromString } = require('node:v8')

/**
 * Make V8 optimize later and less. It optimizes on four extra threads, which on two processors take a quarter of the time of a
 * small check. Long-running programs reach the same speed.
 */
function optimizeLess() {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  // Later versions count calls instead, and Maglev comes before the optimizer there.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=120000')
}

module.exports = { optimizeLess }
