import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { WorkspaceChecker } from '#core/answer'
import { UseIndex, WhatIf, type Hypothesis } from '#core/impact'
import { bisect } from '../project/diff/bisect.ts'
import { openDirectory } from '../project/directory.ts'
import { timed, worked, type Figure, type Section } from './figures.ts'
import { putOnDisk, type OnDisk } from './on-disk.ts'

const tools = 10_000
const rounds = 8
const repeats = 5

/** The measured changes, each with its description. Each runtime has an eighth of the tools. */
const questions: readonly (readonly [string, Hypothesis])[] = [
  ['delete a runtime that 1,250 tools use', { kind: 'delete', item_id: 'rt/r3_0' }],
  ['bump the version of one tool', { kind: 'bump', item_id: 'area0/group0/tool3', version: '9.0.0' }],
  ['rename a tool', { kind: 'rename', from: 'area0/group0/tool3', to: 'area0/group0/other' }],
  ['change .env, which all tools use', { kind: 'files', texts: { '/project/.env': 'REGION=us\n' } }],
  ['drop the user space', { kind: 'drop', space: 'user' }],
  ['another dialect', { kind: 'settings', settings: { dialect: 'lilux' } }],
]

/** Measure the questions about a whole project: the use index, and the effects of changes. */
export function measureImpact(): Section {
  const disk = putOnDisk({ tools, configLayers: 1 })
  try {
    const title = `Questions about a project, ${tools.toLocaleString('en')} tools`
    return { title, figures: [...indexFigures(disk), ...changeFigures(disk)] }
  } finally {
    disk.remove()
  }
}

function indexFigures(disk: OnDisk): readonly Figure[] {
  const plain: number[] = []
  const indexed: number[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(worked(() => new WorkspaceChecker(disk.open()).checkAll()))
    const workspace = disk.open()
    const index = new UseIndex(workspace)
    indexed.push(worked(() => new WorkspaceChecker(workspace, {}, { resolved: index.note }).checkAll()))
  }
  const workspace = disk.open()
  const index = new UseIndex(workspace)
  const items = new WorkspaceChecker(workspace, {}, { resolved: index.note }).checkAll()
  const asked = repeated(() => index.of(items, { kind: 'item', item_id: 'rt/r3_0' }))
  const how = `processor time, best of ${rounds} cold checks with the index and without, in turns in one process`
  return [
    {
      what: 'the use index, in addition to a check',
      value: (least(indexed) / least(plain) - 1) * 100,
      unit: '%',
      bar: 15,
      how,
    },
    {
      what: 'list the items that use a runtime',
      value: least(asked),
      unit: 'ms',
      how: `processor time, best of ${repeats}, from the index`,
    },
  ]
}

function changeFigures(disk: OnDisk): readonly Figure[] {
  const { settings, files, host } = disk.open()
  const whatIf = new WhatIf(settings, files, host)
  const how = `processor time, best of ${repeats} questions in a process that has checked the project before; the time to check the unchanged project again is not included`
  return questions.map(([what, hypothesis]): Figure => {
    const times = Array.from({ length: repeats }, () => {
      whatIf.impact({ kind: 'files', texts: {} })
      return worked(() => whatIf.impact(hypothesis))
    })
    return { what: `effects: ${what}`, value: least(times) / 1000, unit: 's', bar: 1, how }
  })
}

const commits = 1_000

/** The search through a history in which no commit changed the value, so every commit is read. */
export function measureBisect(): Section {
  const disk = putOnDisk({ tools: 1_000, configLayers: 1 })
  try {
    const folder = join(disk.folder, 'project')
    writeHistory(folder, disk.synthetic.files)
    const options = {
      folder,
      user: join(disk.folder, 'user'),
      systems: [`core@1.0.0=${join(disk.folder, 'system/core')}`],
    }
    const item_id = disk.synthetic.ids[3] ?? ''
    const search = (): number =>
      timed(() => {
        const request = { item_id, parameters: '{}', pointer: '/plan/command' }
        const found = bisect(options, openDirectory(options), request)
        if (found.kind !== 'first' || found.commits !== commits) throw new Error(JSON.stringify(found))
      })
    const [first = Number.NaN, ...later] = Array.from({ length: repeats }, search)
    const how = `elapsed time of \`bisect --value /plan/command\`, including git; each commit changes a tool, and none changes the value`
    return {
      title: 'Bisect, 1,000 commits of 1,000 tools',
      figures: [
        { what: 'the first search of a process', value: first / 1000, unit: 's', bar: 5, how },
        { what: 'a later search', value: least(later) / 1000, unit: 's', bar: 2, how },
      ],
    }
  } finally {
    disk.remove()
  }
}

/** Write a repository whose first commit has every file of the project; each later commit changes one tool. */
function writeHistory(folder: string, files: ReadonlyMap<string, string>): void {
  const own = [...files].flatMap(([path, text]) =>
    path.startsWith('/project/') ? [[path.slice('/project/'.length), text] as const] : [],
  )
  const tools = own.filter(([path]) => path.endsWith('.py'))
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  const commit = (number: number, changed: readonly (readonly [string, string])[]): string =>
    `commit refs/heads/main\ncommitter bench <bench@example.org> ${number} +0000\n${data(`Commit ${number}`)}` +
    changed.map(([path, text]) => `M 644 inline ${path}\n${data(text)}`).join('')
  const later = Array.from({ length: commits - 1 }, (_, index) => {
    const [path, text] = tools[index % tools.length]!
    return commit(index + 2, [[path, `${text}# ${index}\n`]])
  })
  const git = (words: readonly string[], input = ''): void => void execFileSync('git', words, { cwd: folder, input })
  git(['init', '-q', '-b', 'main'])
  git(['fast-import', '--quiet'], commit(1, own) + later.join(''))
  git(['reset', '-q', '--hard'])
}

function repeated(work: () => unknown): readonly number[] {
  return Array.from({ length: repeats }, () => worked(work))
}

function least(times: readonly number[]): number {
  return Math.min(...times)
}
