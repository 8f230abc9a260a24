import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { NodeProgram, Outcome } from './node-program.ts'

/**
 * Run a program in the current Node, with a timeout in milliseconds. In the output, `/project` replaces the path of its
 * folder.
 */
export function runRealNode(program: NodeProgram, timeout?: number): Outcome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'node-')))
  try {
    for (const [path, text] of Object.entries(program.files ?? {})) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { status, stdout, stderr, signal } = spawnSync(process.execPath, program.args, {
      cwd: folder,
      env: { ...program.env },
      input: program.stdin ?? '',
      encoding: 'utf8',
      timeout,
      maxBuffer: 64 * 1024 * 1024,
    })
    const windows = (path: string, slash: string): string => path.replaceAll('/', slash)
    const placed = (text: string): string =>
      ['\\', '\\\\', '\\\\\\\\']
        .reduceRight((reported, slash) => reported.replaceAll(windows(folder, slash), windows('/project', slash)), text)
        .replaceAll(folder, '/project')
    return { code: status ?? String(signal), stdout: placed(stdout), stderr: placed(stderr) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
