// Exports of this folder, imported as `#core/workspace`.
export { parseSnapshot } from './snapshot/snapshot-parser.ts'
export type { Snapshot } from './snapshot/snapshot.ts'
export { archiveCommand } from './snapshot/archive-command.ts'
export { toolExtensions } from './tool-folder.ts'
export type { ReadSet } from './path-state.ts'
export { Workspace } from './workspace.ts'
export type { ProgramAnswer, WorkspaceSettings, World } from './workspace-settings.ts'
export {
  bundleOfDialect,
  bundleRoot,
  isBundleId,
  ordinaryWorld,
  ownBundles,
  settingsOfSnapshot,
  usesProductBundle,
  systemsOf,
} from './snapshot/snapshot-workspace.ts'
export { describeSnapshotProblem, snapshotLimits } from './snapshot/snapshot-problem.ts'
export { isReadOnly, itemIdOf, placeProblem, spaceName, spaceOfPath, type SpaceName } from './space-paths.ts'
