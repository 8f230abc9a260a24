import { prose } from './diagnostics/prose-table.ts'
import { otherProse } from './diagnostics/prose-part.ts'
import { graphFindings } from './graph/diagnose.ts'
import { graphChecks } from './graph/graph-part.ts'
import { purePorts, type Host } from './input/host.ts'
import { Parts } from './parts.ts'
import { characterNames } from './read/python/character-part.ts'
import { namedCharacter } from './read/python/character-names.ts'
import { jsParser } from './read/javascript/js-part.ts'
import { parseJs } from './read/javascript/js-parser.ts'

/** The whole engine, for hosts that load it in one piece. */
export const everyPart: Parts = new Parts()
  .bring(jsParser, parseJs)
  .bring(characterNames, namedCharacter)
  .bring(graphChecks, graphFindings)
  .bring(otherProse, prose)

/** Ports in pure JavaScript, and every part of the engine. */
export const pureHost: Host = { ...purePorts, parts: everyPart }
