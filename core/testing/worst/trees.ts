import { fileTrees } from './file-trees.ts'
import { nameTrees } from './name-trees.ts'
import { runtimeTrees } from './runtime-trees.ts'
import type { GrowingTree } from './tree-parts.ts'

/**
 * All trees. Parts that several tools share are checked once, so the work must grow about linearly, except in trees
 * with `isQuadratic`.
 */
export const growingTrees: readonly GrowingTree[] = [...runtimeTrees, ...fileTrees, ...nameTrees]
