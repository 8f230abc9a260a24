import { defaultLimits } from '../limits.ts'
import type { Output } from '../interpreter.ts'
import type { Channel, Program, SandboxEnding } from '../messages.ts'
import { packFiles } from '../packed-files.ts'
import { partsFor } from '../parts.ts'
import type { PartName } from '../parts.ts'
import { quickJsModule } from '../../build/sandbox.ts'
import { bundlePart, bundleSandboxScript } from '../../build/sandbox-scripts.ts'
import { takeImage } from '../node/memory-image.ts'
import type { MemoryImage } from '../node/memory-image.ts'
import type { LoadedParts } from '../node/parts.ts'
import { prepareNode } from '../node/process.ts'
import { stripTypes } from '../node/parts/typescript.ts'
import { loadQuickJs } from '../node/quickjs-boot.ts'
import { Volume } from '../host/volume.ts'
import type { NodeProgram, Outcome } from './node-program.ts'

let engine: Promise<{ readonly wasm: WebAssembly.Module; readonly image: MemoryImage }> | undefined

/** The engine and the image of the Node layer as in the page. They are created once for all programs of a test file. */
function loadEngine(): NonNullable<typeof engine> {
  engine ??= (async () => {
    const [wasm, layer] = await Promise.all([
      WebAssembly.compile(new Uint8Array(quickJsModule())),
      bundleSandboxScript('node/layer/main.ts'),
    ])
    const first = await loadQuickJs(wasm, defaultLimits.memory)
    prepareNode(first, layer)
    return { wasm, image: takeImage(first) }
  })()
  return engine
}

const scripts = new Map<PartName, Promise<string>>()

/** The parts that the frame would send to the program. The type stripper has the same code, but unbundled. */
async function loadParts(program: Program): Promise<LoadedParts> {
  const texts = partsFor(program).map(async (name) => {
    const script = scripts.get(name) ?? bundlePart(name)
    scripts.set(name, script)
    return [name, await script] as const
  })
  return { scripts: new Map(await Promise.all(texts)), typescript: stripTypes }
}

/** Run a program like the page's worker does, with the same engine, volume and Node layer, but without the frame. */
export async function runNode(given: Program, output: Pick<Output, 'write'>): Promise<SandboxEnding> {
  const { wasm, image } = await loadEngine()
  const node = prepareNode(await loadQuickJs(wasm, defaultLimits.memory), image)
  return node.run(given, new Volume(given.files, given.limits), output, await loadParts(given))
}

/** Run a program of the tables and lists. */
export async function simulateNode(program: NodeProgram): Promise<Outcome> {
  const encoder = new TextEncoder()
  const files = Object.entries(program.files ?? {}).map(([path, text]) => {
    return { path: `/project/${path}`, bytes: encoder.encode(text) }
  })
  const given: Program = {
    command: 'node',
    args: [...program.args],
    env: { ...program.env },
    cwd: '/project',
    stdin: program.stdin ?? '',
    files: packFiles(files),
    limits: defaultLimits,
  }
  const texts: Partial<Record<Channel, string>> = {}
  const output = {
    write(channel: Channel, bytes: Uint8Array) {
      texts[channel] = (texts[channel] ?? '') + new TextDecoder().decode(bytes)
    },
  }
  const ending = await runNode(given, output)
  return { code: describeEnding(ending), stdout: texts.stdout ?? '', stderr: texts.stderr ?? '' }
}

function describeEnding(ending: SandboxEnding): number | string {
  if (ending.kind === 'killed') return ending.signal
  return ending.kind === 'exited' ? ending.code : ending.kind
}
