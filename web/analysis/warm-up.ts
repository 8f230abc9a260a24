import { analyze } from '#core/answer'
import { MemoryTree, type Host } from '#core/input'
import { bundleOfDialect, settingsOfSnapshot, Workspace } from '#core/workspace'
import { loadBundle } from '../files/bundles.ts'
import { bytesOf } from '../files/content.ts'

/** A typical tool. It uses the same engine parts and system files as the first question. */
const tool = `"""Greets."""
__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "demo"
__tool_description__ = "Greets."
`

/**
 * Analyze the typical tool and discard the answer. This loads the system files, checks their signatures and runs the
 * engine once.
 */
export async function warmUp(host: Host): Promise<void> {
  const head = {
    format: 1,
    name: '',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: bundleOfDialect.lillux,
    item_id: 'demo/tool',
    parameters: '{}',
  } as const
  const tree = new MemoryTree()
  tree.write('/project/.ai/tools/demo/tool.py', bytesOf(tool))
  for (const [path, text] of await loadBundle(head.bundle)) tree.write(path, bytesOf(text))
  analyze(new Workspace(settingsOfSnapshot(head), tree, host), head)
}
