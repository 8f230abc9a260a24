// Helpers for the tests of every folder.
export { open, workspace, type TestWorkspace } from './workspace.ts'
export { propertyRuns } from './property.ts'
export { exactTexts } from './exact-json.ts'
