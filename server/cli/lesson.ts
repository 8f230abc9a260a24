import { analyze, Parts } from '#core/answer'
import type { Evidence } from '#core/expect'
import {
  allRoutes,
  describeQuestionFinding,
  describeRouteFinding,
  describeTrialFinding,
  draftsAlong,
  questionDrafts,
  readLesson,
  readRoutesFile,
  statesOf,
  taskInWords,
  tryBuild,
  tryLesson,
  tryQuestions,
  tryRoutes,
  type Lesson,
} from '#core/learn'
import { counted, visible } from '#core/text'
import type { Snapshot } from '#core/workspace'
import type { Command } from './command.ts'
import type { Io } from './io.ts'
import { ReportedError } from '../project/reported-error.ts'
import { readLessonFolder, type LessonFolder } from './lesson-folder.ts'
import { linkGiven } from './project-options.ts'
import { openLink, workspaceOf } from '../project/link.ts'

/** Runs the page's lesson test, for continuous integration and for other versions of the engine. */
export const lessonCommand: Command = {
  name: 'lesson',
  words: 'FOLDER|LINK|@FILE|-',
  about:
    'Test a lesson: the initial draft must fail each goal, solutions must pass, near misses must fail, and each question needs wrong answers.',
  more:
    'FOLDER contains example.yaml, lesson.yaml and optionally routes.yaml, project/ and user/, as in "Download as example" of the page. ' +
    'Prints the answers that the engine computes for each question. Tools do not run: a step that requires a run is listed but not tested. Exit code: 0 passed, 1 failed, 2 wrong usage.',
  options: {},
  async run(given, io) {
    const [word, ...more] = given.words
    if (!word || more.length > 0) throw new ReportedError('usage', 'Pass the folder or the link of one lesson.')
    const parts = new Parts()
    const { start, routes, problems: ofStart } = await lessonOf(word, io, parts)
    const { lesson, problems } = readLesson('lesson.yaml', start.lesson ?? '', parts)
    const routesFile = routes === undefined ? undefined : readRoutesFile('routes.yaml', routes, parts)
    const found = [...ofStart, ...problems, ...(routesFile?.problems ?? [])]
    for (const { at, message, hint } of found) io.out(`${at.path}: ${visible(`${message} ${hint}`)}\n`)
    if (!lesson || found.some(({ severity }) => severity === 'error')) return 1
    return report({ ...lesson, ...(routesFile?.routes && { routes: routesFile.routes }) }, start, io)
  },
}

/**
 * The starting draft of a lesson, and the text of its `routes.yaml` if that exists.
 * @throws ReportedError if the word is not a folder or link with a lesson
 */
async function lessonOf(word: string, io: Io, parts: Parts): Promise<LessonFolder> {
  const folder = readLessonFolder(word, io, parts)
  if (folder) return folder
  const opened = await openLink(linkGiven(word, io), io)
  if (opened.kind === 'rejected')
    throw new ReportedError('usage', `${visible(word.slice(0, 60))} is not a folder or a draft link.`)
  if (opened.snapshot.lesson === undefined)
    throw new ReportedError('usage', `The draft ${visible(opened.snapshot.name)} has no lesson.`)
  return { start: opened.snapshot, routes: undefined, problems: [] }
}

const awaitsRun = 'The engine cannot compute this answer without a run.'

/** Test the lesson, and print its answers and problems. Returns the exit code. */
function report(lesson: Lesson, start: Snapshot, io: Io): number {
  const look = (draft: Snapshot): Evidence => ({ analysis: analyze(workspaceOf(draft), draft) })
  const ways = allRoutes(lesson).map(({ edits }) => draftsAlong(start, edits).drafts.map(look))
  const steps = tryLesson(lesson, statesOf(lesson, start).map(look))
  const questions = tryQuestions(lesson, start, questionDrafts(lesson, start).map(look))
  const answers = questions.map(({ step, task }) => `Step "${step.id}": ${task ? taskInWords(task) : awaitsRun}`)
  const against = [
    ...steps.filter(({ kind }) => kind !== 'not-tried').map(describeTrialFinding),
    ...[...questions.flatMap(({ findings }) => findings), ...tryBuild(lesson, start)].map(describeQuestionFinding),
    ...tryRoutes(lesson, start, ways).map(describeRouteFinding),
  ]
  const untried = steps.filter(({ kind }) => kind === 'not-tried').map(describeTrialFinding)
  for (const text of [...answers, ...untried, ...against]) io.out(`${visible(text)}\n`)
  const { passes, fails } = lesson.routes ?? { passes: [], fails: [] }
  const counts = [
    counted(lesson.steps.length, 'step'),
    counted(passes.length, 'valid solution'),
    counted(fails.length, 'near miss', 'near misses'),
  ]
  io.out(`${visible(lesson.title)}: ${counts.join(', ')}. ${against.length === 0 ? 'Passed' : 'Failed'}.\n`)
  return against.length === 0 ? 0 : 1
}
