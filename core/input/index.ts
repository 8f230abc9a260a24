// Exports of this folder, imported as `#core/input`.
export type { Content, FileTree, Listing, Look, Stamp } from './file-tree.ts'
export { purePorts, type Host } from './host.ts'
export { MemoryTree } from './memory-tree.ts'
export { fsTree, type Mount, type NodeFs } from './node-tree.ts'
