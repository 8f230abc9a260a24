// Exports of this folder, imported as `#core/expect`.
export { pairRules, type Goal, type GoalAssertion, type ValueTest } from './goal.ts'
export { goalOf } from './read-goal.ts'
export { coverageOf, type ExpectationCoverage } from './coverage.ts'
export { comparedValue, select } from './select.ts'
export { goalInWords } from './goal-words.ts'
export { checkGoal, type Evidence } from './check-goal.ts'
export { goalsOfClicked, suggestGoals, type Clicked } from './suggest-goals.ts'
export { toYaml } from './to-yaml.ts'
export { edgeInWords, runWalkTests, type WalkTestReport, type WalkTestVerdict } from './walk-tests.ts'
export {
  failedOf,
  hidesItems,
  projectReport,
  type Asked,
  type CheckedItem,
  type Problem,
  type ProjectReport,
  type Reason,
} from './project-report.ts'
export { expectationSchema, type Expectation } from './expectation.ts'
export {
  Expectations,
  isAboutRun,
  type CheckedExpectation,
  type ExpectationReport,
  type ResultsOf,
} from './expectations.ts'
export { addGoals, expectedCall, isSameCall, type ExpectationEdit } from './expect-this.ts'
export { expectationPath, expectationText, pinnedGoals } from './pin.ts'
