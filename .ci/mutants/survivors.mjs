// @ts-check
import { readFileSync } from 'node:fs'

/** A mutant that no test kills, and why. @typedef {{ file: string, scope: string, from: string, to: string, reason: string }} Survivor */

/** @type {readonly Survivor[]} */
const rows = JSON.parse(readFileSync(new URL('survivors.json', import.meta.url), 'utf8'))

/** A mutant by file, function and text: its line may change. @param {Omit<Survivor, 'reason'>} mutant */
export const keyOf = ({ file, scope, from, to }) => JSON.stringify([file, scope, from, to])

/** By key. @type {ReadonlyMap<string, Survivor>} */
export const survivors = new Map(rows.map((row) => [keyOf(row), row]))
