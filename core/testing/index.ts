// What tests of every folder may stand on.
export { codesOf, findingsOf, open, testSettings, workspace, type TestFiles, type TestWorkspace } from './workspace.ts'
export { propertyRuns, propertyTimeout } from './property.ts'
export { exactTexts } from './exact-json.ts'
