import { spawnSync } from 'node:child_process'

/**
 * A Python program that prints the microseconds per file that CPython takes to read, hash and parse each Python tool:
 * the minimum of five rounds.
 */
const program = `
import ast, hashlib, os, sys, time
found = [os.path.join(at, name) for at, _, names in os.walk(sys.argv[1]) for name in names if name.endswith(".py")]
rounds = []
for _ in range(5):
    began = time.perf_counter()
    for path in found:
        with open(path, "rb") as opened:
            text = opened.read()
        hashlib.sha256(text).digest()
        ast.parse(text)
    rounds.append((time.perf_counter() - began) / len(found))
print(min(rounds) * 1e6)
`

/**
 * The reference's cost of building one chain, cold and in one process, as a multiple of the yardstick. The value is the
 * result of eight alternating measurements on one machine, from 6.7 to 8.6. The bench uses it instead of running the
 * reference.
 */
const yardsticks = 7.7

/**
 * The reference's estimated microseconds per tool of this folder, on this machine; undefined without CPython or without
 * a Python tool.
 */
export function referenceCost(folder: string): number | undefined {
  const { status, stdout } = spawnSync('python3', ['-c', program, folder], { encoding: 'utf8' })
  const micros = Number(stdout)
  return status === 0 && Number.isFinite(micros) && micros > 0 ? micros * yardsticks : undefined
}
