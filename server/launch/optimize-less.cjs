// @ts-check
const { readdirSync, readlinkSync } = require('node:fs')
const { getPriority, setPriority } = require('node:os')
const { setFlagsFromString } = require('node:v8')

/**
 * Have V8 optimise later and less. It does so on four threads beside the program's own, and where there are two processors they take the
 * time that the program would have needed: a quarter of that of a small check. What runs for long comes to the same speed.
 */
function optimizeLess() {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
  // Later versions count calls instead, and Maglev comes before the optimiser there.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=120000')
  // What is young gets its whole room at the first need for more: in smaller rooms a tree that stays is copied again and again.
  setFlagsFromString('--semi-space-growth-factor=16')
  letThreadsWait()
}

/**
 * Let each thread of V8 have a third of what the program gets of a processor that both want. Not less: on a machine where others work they would stop
 * in the middle of what the program waits for. For the same reason no thread helps with what is young.
 */
function letThreadsWait() {
  if (process.platform !== 'linux') return
  setFlagsFromString('--no-parallel-scavenge')
  try {
    // In the /proc of another name space the numbers are those of others.
    if (readlinkSync('/proc/self') !== String(process.pid)) return
    const lower = Math.min(19, getPriority() + 5)
    for (const thread of readdirSync('/proc/self/task'))
      if (Number(thread) !== process.pid) setPriority(Number(thread), lower)
  } catch {
    // No /proc, or a thread that ended: the program is as right, and slower.
  }
}

module.exports = { optimizeLess }
