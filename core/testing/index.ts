// What tests of every folder may stand on.
export { open, workspace, type TestWorkspace } from './workspace.ts'
export { propertyRuns } from './property.ts'
export { exactTexts } from './exact-json.ts'
