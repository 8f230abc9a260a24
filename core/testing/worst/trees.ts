import { fileTrees } from './file-trees.ts'
import { nameTrees } from './name-trees.ts'
import { runtimeTrees } from './runtime-trees.ts'
import type { GrowingTree } from './tree-parts.ts'

/** Trees whose check must grow with their size alone: what `n` tools have in common is looked at once. */
export const growingTrees: readonly GrowingTree[] = [...runtimeTrees, ...fileTrees, ...nameTrees]
