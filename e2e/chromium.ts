import type { LaunchOptions } from '@playwright/test'
import { existsSync } from 'node:fs'
import { isNightly } from '../core/testing/nightly.ts'

const shell = '/usr/bin/chromium-headless-shell'
const whole = '/usr/bin/chromium'

/** The system's Chromium as people have it, for the night and for what measures; without one the test runner's own is taken. */
export const wholeChromium = firstOf([whole])

/**
 * The Chromium of the stories of every day: its shell where there is one, the same engine without the windows that nobody sees, which
 * takes about two thirds of the processor time.
 */
export const chromium = isNightly ? wholeChromium : firstOf([shell, whole])

function firstOf(paths: readonly string[]): Pick<LaunchOptions, 'executablePath'> {
  const executablePath = paths.find((path) => existsSync(path))
  return executablePath === undefined ? {} : { executablePath }
}
