import { expect, type Locator } from '@playwright/test'

/** The way in which a learner uses the controls of the page. */
export interface Hand {
  readonly name: string
  /** Go to the current step of the lesson. */
  toStep(lesson: Locator): Promise<void>
  press(control: Locator): Promise<void>
  /** Run an action of the page: by its shortcut, or by its button. */
  act(button: Locator, shortcut: string): Promise<void>
  choose(radio: Locator): Promise<void>
  /** Replace the text of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Search with a field for an option, and choose it. */
  find(field: Locator, text: string, option: Locator): Promise<void>
}

export const pointer: Hand = {
  name: 'the pointer',
  toStep: () => Promise.resolve(),
  press: (control) => control.click(),
  act: (button) => button.click(),
  choose: (radio) => radio.check(),
  write: (field, text) => field.fill(text),
  async find(field, text, option) {
    await field.fill(text)
    await option.click()
  },
}

export const finger: Hand = {
  ...pointer,
  name: 'a finger on a phone',
  press: (control) => control.tap(),
  act: (button) => button.tap(),
  choose: (radio) => radio.tap(),
  async write(field, text) {
    await field.tap()
    await field.fill(text)
  },
}

/** The keyboard alone: no locator is clicked or focused by the test, only keys are pressed. */
export const keyboard: Hand = {
  name: 'the keyboard alone',
  async toStep(lesson) {
    await lesson.page().keyboard.press('Alt+J')
    await expect(lesson.locator('[aria-current="step"]')).toBeFocused()
  },
  async press(control) {
    await expect(control).toBeEnabled()
    await tabTo(control)
    await control.page().keyboard.press('Enter')
  },
  act: (button, shortcut) => button.page().keyboard.press(shortcut),
  async choose(radio) {
    await tabTo(radio)
    await radio.page().keyboard.press('Space')
    await expect(radio).toBeChecked()
  },
  async write(field, text) {
    await tabTo(field)
    await field.page().keyboard.press('ControlOrMeta+a')
    if (text === '') await field.page().keyboard.press('Delete')
    else await field.page().keyboard.insertText(text)
  },
  async find(field, text, option) {
    await keyboard.write(field, text)
    await expect(option).toContainText(text)
    await field.page().keyboard.press('Enter')
  },
}

/** The number of key presses after which a control counts as out of reach. */
const mostKeys = 60

/** Move the focus to a control with Tab, and in a group of radio buttons with an arrow key. */
async function tabTo(control: Locator): Promise<void> {
  for (let keys = 0; keys < mostKeys; keys++) {
    const key = await control.evaluate((wanted) => {
      const at = document.activeElement
      if (at === wanted) return null
      const isRadio = at instanceof HTMLInputElement && wanted instanceof HTMLInputElement && at.type === 'radio'
      if (isRadio && at.name === wanted.name) return 'ArrowDown'
      const follows = (at?.compareDocumentPosition(wanted) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING
      return follows === 0 ? 'Shift+Tab' : 'Tab'
    })
    if (key === null) return
    await control.page().keyboard.press(key)
  }
  throw new Error(`${control.toString()} is not within ${mostKeys} key presses`)
}
