import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Input of the generator. The same options give the same files, byte for byte. */
export interface SyntheticOptions {
  readonly tools: number
  readonly seed?: number
  /** Runtimes between a tool and the primitive: 1 gives chains of 3. */
  readonly runtimesInChain?: number
  /**
   * Number of spaces after the project that contain the ID of each project tool: 0, 1 (user) or 2 (user and system).
   */
  readonly shadowDepth?: number
  /** Config layers that the Python tools resolve: 0, 1 (system), 2 (and user) or 3 (and project). */
  readonly configLayers?: number
}

/**
 * The tool IDs and files of a synthetic workspace: 70 % project, 20 % user and 10 % system tools, and 8 chains of
 * runtimes.
 */
export interface SyntheticWorkspace {
  readonly ids: readonly string[]
  readonly files: ReadonlyMap<string, string>
}

const runtimes = 8

/** Make a workspace of realistic tools: mostly Python, some YAML and JavaScript, a few hundred bytes each. */
export function syntheticWorkspace(options: SyntheticOptions): SyntheticWorkspace {
  const random = mulberry32(options.seed ?? 1)
  const files = new Map<string, string>()
  const ids: string[] = []
  const depth = options.runtimesInChain ?? 1
  for (let runtime = 0; runtime < runtimes; runtime++) {
    for (let level = 0; level < depth; level++) {
      const next = level + 1 < depth ? `rt/r${runtime}_${level + 1}` : 'rye/core/primitives/execute'
      files.set(`/system/core/.ai/tools/rt/r${runtime}_${level}.yaml`, runtimeText(next, level))
    }
  }
  files.set('/system/core/.ai/tools/rye/core/primitives/execute.yaml', primitiveText)
  files.set('/project/.env', 'REGION=eu-north\nDEBUG=0\n')
  for (const [root, wanted] of [
    ['/system/core', 1],
    ['/user', 2],
    ['/project', 3],
  ] as const) {
    if ((options.configLayers ?? 0) >= wanted)
      files.set(`${root}/.ai/config/bench.yaml`, `limits:\n  size: ${wanted}\nlayer: ${wanted}\n`)
  }
  for (let index = 0; index < options.tools; index++) {
    const share = index / options.tools
    const root = share < 0.7 ? '/project' : share < 0.9 ? '/user' : '/system/core'
    const id = `${categoryOf(index)}/tool${index}`
    const kind = random()
    const runtime = `rt/r${Math.floor(random() * runtimes)}_0`
    const extension = kind < 0.7 ? '.py' : kind < 0.9 ? '.yaml' : '.js'
    const text =
      kind < 0.7
        ? pythonTool(index, runtime, random, options)
        : kind < 0.9
          ? yamlTool(index, runtime)
          : scriptTool(index, runtime)
    files.set(`${root}/.ai/tools/${id}${extension}`, text)
    for (const other of root === '/project' ? ['/user', '/system/core'].slice(0, options.shadowDepth ?? 0) : []) {
      files.set(`${other}/.ai/tools/${id}${extension}`, text)
    }
    ids.push(id)
  }
  return { ids, files }
}

/** Write the files to a directory: `/project/x` becomes `DIR/project/x`. */
export function writeWorkspace(directory: string, workspace: SyntheticWorkspace): void {
  for (const [path, text] of workspace.files) {
    const target = join(directory, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

/** The category of a tool: ten tools per folder and ten folders per area, as in real projects. */
function categoryOf(index: number): string {
  return `area${Math.floor(index / 100)}/group${Math.floor(index / 10) % 10}`
}

const primitiveText = 'version: "1.0.0"\ntool_type: primitive\nexecutor_id: null\ncategory: rye/core/primitives\n'

function runtimeText(next: string, level: number): string {
  const head = `version: "2.1.0"\ntool_type: runtime\nexecutor_id: ${next}\ncategory: rt\ntool_description: A runtime of the bench.\nchild_constraints:\n  min_version: "1.0.0"\n`
  if (level > 0) return `${head}env_config:\n  env:\n    LEVEL_${level}: "\${RYE_PYTHON:-none}"\n`
  return `${head}env_config:
  interpreter:
    type: local_binary
    binary: python
    candidates: [python3]
    search_paths: [".venv/bin"]
    var: RYE_PYTHON
    fallback: python3
  env:
    PYTHONUNBUFFERED: "1"
    TOOL_HOME: "{tool_dir}"
anchor:
  enabled: true
  mode: auto
  markers_any: ["pyproject.toml"]
  root: tool_dir
config:
  command: "\${RYE_PYTHON}"
  args: ["{tool_path}", "--project-path", "{project_path}"]
  input_data: "{params_json}"
  timeout: 300
`
}

function pythonTool(index: number, runtime: string, random: () => number, options: SyntheticOptions): string {
  const body = Array.from(
    { length: 2 + Math.floor(random() * 6) },
    (_, row) => `    total += data.get("field_${row}", ${row}) * ${row + 1}`,
  )
  const config = options.configLayers ? 'CONFIG_RESOLVE = {"path": "bench.yaml", "mode": "deep_merge"}\n' : ''
  return `"""Tool ${index} of the bench."""
import json
import sys

__version__ = "1.${index % 10}.0"
__tool_type__ = "python"
__executor_id__ = "${runtime}"
__category__ = "${categoryOf(index)}"
__tool_description__ = "Adds up some fields."

${config}CONFIG_SCHEMA = {
    "type": "object",
    "properties": {"field_0": {"type": "integer", "default": 1}},
}


def main(data):
    total = 0
${body.join('\n')}
    return {"total": total}


if __name__ == "__main__":
    print(json.dumps(main(json.load(sys.stdin))))
`
}

function yamlTool(index: number, runtime: string): string {
  return `version: "1.${index % 10}.0"\ntool_type: script\nexecutor_id: ${runtime}\ncategory: ${categoryOf(index)}\ntool_description: Says its number.\nenv_config:\n  env:\n    NUMBER: "${index}"\nconfig:\n  timeout: ${10 + (index % 50)}\n`
}

function scriptTool(index: number, runtime: string): string {
  return `// Tool ${index} of the bench.
export const __version__ = '1.${index % 10}.0'
export const __tool_type__ = 'javascript'
export const __executor_id__ = '${runtime}'
export const __category__ = '${categoryOf(index)}'
export const ENV_CONFIG = { env: { NUMBER: '${index}' } }

let input = ''
process.stdin.on('data', (chunk) => (input += chunk))
process.stdin.on('end', () => console.log(JSON.stringify({ number: ${index}, given: JSON.parse(input) })))
`
}

/** A small random number generator with a seed, because the files must be the same in every run. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
