// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from './root.cjs'

/**
 * Do work while no other launch does it. A lock whose owner has ended is taken over.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function locked(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  for (let said = false; !take(path); await wait(250)) {
    if (!said) say('Waiting for another launch, which is installing or building.')
    said = true
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const owner = ownerOf(path)
    // An empty lock file means that its owner is still writing it.
    if (owner !== undefined && !isAlive(owner)) rmSync(path, { force: true })
    return false
  }
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
