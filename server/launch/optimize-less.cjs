// @ts-check
const { setFlagsFromString } = require('node:v8')

/**
 * Have V8 optimise later and less. It does so on four threads beside the program's own, and where there are two processors they take the
 * time that the program would have needed: a quarter of that of a small check. What runs for long comes to the same speed.
 */
function optimizeLess() {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  // Later versions count calls instead, and Maglev comes before the optimiser there.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=120000')
}

module.exports = { optimizeLess }
