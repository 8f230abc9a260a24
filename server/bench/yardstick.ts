import { spawnSync } from 'node:child_process'

/** What CPython needs to read, hash and parse each tool that is written in it: the least of five rounds, in microseconds a file. */
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
 * How many times the yardstick the reference's chain building costs, a tool, cold and in one process: measured in turns with it on one
 * machine, eight pairs, 6.7 to 8.6. So the reference need not run where the bench does.
 */
const yardsticks = 7.7

/** What the reference would cost here, in microseconds a tool, on the same folder and in the same run; undefined without CPython. */
export function referenceCost(folder: string): number | undefined {
  const { status, stdout } = spawnSync('python3', ['-c', program, folder], { encoding: 'utf8' })
  const micros = Number(stdout)
  return status === 0 && Number.isFinite(micros) && micros > 0 ? micros * yardsticks : undefined
}
