// @ts-check
const { setFlagsFromString } = require('node:v8')

/**
 * Make V8 optimize later and less. It optimizes on four extra threads, which take a quarter of a small check's time on
 * two processors. Long-running programs reach the same speed.
 */
function optimizeLess() {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  // Later versions count calls instead, and run the Maglev compiler before the optimizer.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=120000')
}

module.exports = { optimizeLess }
