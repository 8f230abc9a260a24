// @ts-check
import { readFileSync } from 'node:fs'

/**
 * A mutant that no test kills, with the reason.
 * @typedef {{ file: string, scope: string, from: string, to: string, reason: string }} Survivor
 */

/** @type {readonly Survivor[]} */
const rows = JSON.parse(readFileSync(new URL('survivors.json', import.meta.url), 'utf8'))

/**
 * The key of a mutant: file, function and text. The line is not part of the key, because it can change.
 * @param {Omit<Survivor, 'reason'>} mutant
 */
export const keyOf = ({ file, scope, from, to }) => JSON.stringify([file, scope, from, to])

/** The known survivors by key. @type {ReadonlyMap<string, Survivor>} */
export const survivors = new Map(rows.map((row) => [keyOf(row), row]))
