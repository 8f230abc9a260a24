import { loadJq } from 'jq-wasm'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLimits } from '../limits.ts'
import type { Output } from '../interpreter.ts'
import type { Program, SandboxEnding, SpawnResult } from '../messages.ts'
import { packFiles } from '../packed-files.ts'
import { capWasmMemory } from '../../build/wasm-memory.ts'
import { BashProcess } from '../bash/process.ts'
import type { Bashkit } from '../bash/process.ts'
import { Volume } from '../host/volume.ts'
import type { Outcome } from './node-program.ts'

const packed = join(import.meta.dirname, '../../../node_modules/@everruns/bashkit-wasm')

let shell: Promise<Bashkit> | undefined

function loadBashkit(): Promise<Bashkit> {
  shell ??= (async () => {
    const bashkit = (await import(/* @vite-ignore */ join(packed, 'bashkit_wasm.js'))) as Bashkit
    const wasm = capWasmMemory(readFileSync(join(packed, 'bashkit_wasm_bg.wasm')), defaultLimits.memory)
    bashkit.initSync({ module: await WebAssembly.compile(new Uint8Array(wasm)) })
    return bashkit
  })()
  return shell
}

/** Run a bash program in the simulated shell, without other interpreters. */
export async function runBash(program: Program, output: Output): Promise<SandboxEnding> {
  const noOther = (): Promise<SpawnResult> => Promise.reject(new Error('no other interpreter here'))
  const volume = new Volume(program.files, program.limits)
  return new BashProcess(await loadBashkit(), program, volume, output, noOther, loadJq).run()
}

/** Run a line as `bash -c`. */
export async function simulateBash(line: string): Promise<Outcome> {
  const program: Program = {
    command: 'bash',
    args: ['-c', line],
    env: { HOME: '/root' },
    cwd: '/project',
    stdin: '',
    files: packFiles([{ path: '/project/start.txt', bytes: new TextEncoder().encode('start\n') }]),
    limits: defaultLimits,
  }
  const texts = { stdout: '', stderr: '' }
  const output = {
    write(channel: string, bytes: Uint8Array): void {
      if (channel === 'stdout' || channel === 'stderr') texts[channel] += new TextDecoder().decode(bytes)
    },
    flush: () => undefined,
  }
  const ending = await runBash(program, output)
  const code = ending.kind === 'exited' ? ending.code : ending.kind === 'killed' ? ending.signal : ending.kind
  return { code, ...texts }
}
