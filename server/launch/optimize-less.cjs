// @ts-check
const { setFlagsFromString } = require('node:v8')

/**
 * Make V8 optimize later and less, and keep the heap small. The optimizer uses four extra threads, which take a quarter
 * of a small check's time on two processors. Long-running programs reach the same speed.
 */
function optimizeLess() {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  // Later versions count calls instead, and run the Maglev compiler before the optimizer.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=120000')
  // Since version 13, the heap grows further between collections. Functions that wait for Maglev hold memory, up to 100
  // MB with the code that it would inline.
  else if (!process.versions.v8.startsWith('12.')) {
    setFlagsFromString('--heap-growing-percent=5')
    setFlagsFromString('--no-maglev-inlining')
  }
}

module.exports = { optimizeLess }
