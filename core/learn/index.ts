// Exports of this folder, imported as `#core/learn`.
export type { Lesson, Reveal, Route, Routes, Step } from './lesson.ts'
export { readExample } from './read-example.ts'
export { readLesson, readRoutesFile, type LessonReading } from './read-lesson.ts'
export { exampleSchema, lessonSchema, routesSchema } from './schema.ts'
export { questionOf } from './question.ts'
export { goalDetails, goalSentence } from './goal-sentence.ts'
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
  ticksAfter,
  tryRoutes,
  type RouteFinding,
} from './try-routes.ts'
export { embeddedAnswers, stepsLackingInEmbed } from './embed-lacks.ts'
export { editBetween } from './edit-between.ts'
export { writeLesson, writeRoutes } from './write-lesson.ts'
export { type Exercise, type ReviewKind } from './exercise.ts'
export { answerReview, dueExercises, learnReview, noReview, parseReview, type Review } from './review.ts'
