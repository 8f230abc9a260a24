import { defaultLimits } from '../../simulate/limits.ts'
import type { Channel, Program, SandboxEnding } from '../../simulate/messages.ts'
import { packFiles } from '../../simulate/packed-files.ts'
import { bundleSandboxScript, quickJsModule } from '../../simulate/vite-sandbox.ts'
import { takeImage } from '../memory-image.ts'
import type { MemoryImage } from '../memory-image.ts'
import { prepareNode } from '../node-process.ts'
import { loadQuickJs } from '../quickjs-boot.ts'
import { Volume } from '../volume.ts'
import type { NodeProgram, Outcome } from './node-program.ts'

let engine: Promise<{ readonly wasm: WebAssembly.Module; readonly image: MemoryImage }> | undefined

/** The engine and the image of our Node layer as the page has them, once for all programs of a test file. */
function loadEngine(): NonNullable<typeof engine> {
  engine ??= (async () => {
    const [wasm, layer] = await Promise.all([
      WebAssembly.compile(new Uint8Array(quickJsModule())),
      bundleSandboxScript('node/main.ts'),
    ])
    const first = await loadQuickJs(wasm, defaultLimits.memory)
    prepareNode(first, layer)
    return { wasm, image: takeImage(first) }
  })()
  return engine
}

/** Run a program as the page's worker does: the same engine, volume and Node layer, without the frame around them. */
export async function simulateNode(program: NodeProgram): Promise<Outcome> {
  const { wasm, image } = await loadEngine()
  const node = prepareNode(await loadQuickJs(wasm, defaultLimits.memory), image)
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
  const ending = await node.run(given, new Volume(given.files, given.limits), output)
  return { code: describeEnding(ending), stdout: texts.stdout ?? '', stderr: texts.stderr ?? '' }
}

function describeEnding(ending: SandboxEnding): number | string {
  return ending.kind === 'exited' ? ending.code : ending.kind
}
