// Exports of this folder, imported as `#core/learn`.
export {
  pairRules,
  type Goal,
  type GoalAssertion,
  type Lesson,
  type Reveal,
  type Route,
  type Routes,
  type Step,
  type ValueTest,
} from './lesson.ts'
export { readLesson, readRoutesFile, type LessonReading } from './read-lesson.ts'
export { questionOf } from './question.ts'
export { goalOf } from './read-goal.ts'
export { goalDetails, goalSentence } from './goal-sentence.ts'
export { goalInWords } from './goal-words.ts'
export type { Evidence } from './check-goal.ts'
export {
  advance,
  isDone,
  mergeProgress,
  markHelped,
  markWrong,
  parseProgress,
  sameTicks,
  stepStates,
  tickQuestion,
  type LessonTicks,
  type Progress,
  type StepState,
} from './progress.ts'
export { judgeOrder, type Ordering, type OrderVerdict } from './ordering.ts'
export type { Choice, Prediction } from './prediction.ts'
export { askInWords, draftsToAsk, taskInWords, taskOf, type Task } from './task.ts'
export { questionDrafts, tryBuild, tryQuestions, describeQuestionFinding } from './try-questions.ts'
export { draftsOfQuestion } from './variations.ts'
export { lessonChanges } from './lesson-changes.ts'
export { doStep, statesOf } from './apply-edit.ts'
export { asksForRealRun, asksForResult, describeTrialFinding, tryLesson, type TrialFinding } from './try-lesson.ts'
export {
  allRoutes,
  describeRouteFinding,
  draftsAlong,
  editsAlong,
  isNothing,
  stopsAt,
  tryRoutes,
  type RouteFinding,
} from './try-routes.ts'
export { embeddedAnswers, stepsLackingInEmbed } from './embed-lacks.ts'
export { editBetween } from './edit-between.ts'
export { goalsOfClicked, suggestGoals, type Clicked } from './suggest-goals.ts'
export { toYaml, writeLesson, writeRoutes } from './write-lesson.ts'
export { type Exercise, type ReviewKind } from './exercise.ts'
export { answerReview, dueExercises, learnReview, noReview, parseReview, type Review } from './review.ts'
