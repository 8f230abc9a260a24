import { WorkspaceChecker } from '#core/answer'
import { UseIndex, WhatIf, type Hypothesis } from '#core/impact'
import { worked, type Figure, type Section } from './figures.ts'
import { putOnDisk, type OnDisk } from './on-disk.ts'

const tools = 10_000
const rounds = 8
const repeats = 5

/** The project for the questions about runtimes: each runtime has an eighth of the tools. */
const questions: readonly (readonly [string, Hypothesis])[] = [
  ['delete a runtime of 1,250 tools', { kind: 'delete', item_id: 'rt/r3_0' }],
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
      what: 'the users of a runtime',
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

function repeated(work: () => unknown): readonly number[] {
  return Array.from({ length: repeats }, () => worked(work))
}

function least(times: readonly number[]): number {
  return Math.min(...times)
}
