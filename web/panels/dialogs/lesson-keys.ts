/** The shortcuts of a lesson. They work everywhere in the page, including the editor, and do not move the focus. */
export const lessonKeys = [
  { id: 'task', title: 'Read the task', keys: ['Alt+S'] },
  { id: 'hint', title: 'Read the hint', keys: ['Alt+H'] },
  { id: 'goals', title: 'Read the goals and current values', keys: ['Alt+W'] },
  { id: 'go', title: 'Go to the step', keys: ['Alt+J'] },
] as const

/** The part of a lesson that a shortcut announces or opens. */
export type LessonWish = (typeof lessonKeys)[number]['id']
