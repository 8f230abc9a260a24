import { plain } from '../read/located.ts'
import { readYaml } from '../read/yaml/read.ts'
import { readWalkTest, type WalkTest } from './walk-test.ts'

/** A file of `.ai/walks`: the pins of a walk, with or without what is expected of it. */
export function readWalkFile(path: string, text: string): WalkTest | { readonly problem: string } {
  const reading = readYaml(path, text)
  if (reading.kind !== 'document' || !reading.document) return { problem: 'the file is no YAML document' }
  return readWalkTest(plain(reading.document))
}
