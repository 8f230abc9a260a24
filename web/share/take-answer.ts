import type { Analysis, CandidateTable } from '#core/answer'
import { analysisReport, chainMarkdown, chainMermaid, chainSvg } from '#core/write'
import { saveFile } from '../files/browser-files.ts'
import { fileNameOf } from '../files/exchange.ts'
import type { Playground } from '../state/playground.svelte.ts'
import { draftLink } from './permalink.ts'

/** The export formats of an analysis, with their titles. */
export const takenForms = [
  { name: 'report', title: 'Copy all results as Markdown' },
  { name: 'mermaid', title: 'Copy the chain as Mermaid' },
  { name: 'markdown', title: 'Copy the chain as Markdown' },
  { name: 'svg', title: 'Save the chain as SVG' },
  { name: 'png', title: 'Save the chain as PNG' },
] as const

type TakenForm = (typeof takenForms)[number]['name']

/** Export the shown analysis. All formats replace secrets with fingerprints. */
export async function takeAnswer(playground: Playground, form: TakenForm): Promise<void> {
  const { session, view } = playground
  const { analysis } = session
  if (!analysis) return view.say('No results yet.')
  if (!view.mayReveal()) return
  const name = `${fileNameOf(session.snapshot)}-chain`
  if (form === 'svg') return saveFile(`${name}.svg`, chainSvg(analysis), 'image/svg+xml')
  if (form === 'png') return saveFile(`${name}.png`, await pngOf(chainSvg(analysis)), 'image/png')
  const text = await textOf(playground, analysis, form)
  await view.copy(text, form === 'report' ? 'Results copied as Markdown.' : 'Chain copied.')
}

async function textOf(
  playground: Playground,
  analysis: Analysis,
  form: 'report' | 'mermaid' | 'markdown',
): Promise<string> {
  if (form === 'mermaid') return chainMermaid(analysis)
  if (form === 'markdown') return `${chainMarkdown(analysis)}\n`
  const link = await draftLink(playground)
  const places = await askPlaces(playground)
  return analysisReport(analysis, link === undefined ? { places } : { places, link })
}

/** The candidate paths of each chain element in the open draft. */
export async function askPlaces({ engine }: Playground): Promise<readonly CandidateTable[]> {
  const answer = await engine.query({ kind: 'places' })
  return answer?.kind === 'places' ? answer.places : []
}

/** The scale of the PNG in pixels per unit of the drawing, for sharp text on every screen. */
const scale = 2

async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width * scale, image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new Uint8Array(await blob.arrayBuffer())
}
