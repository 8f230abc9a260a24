/** The keys of a lesson that stands beside the work. They work wherever the focus is, also in the editor, where it stays. */
export const lessonKeys = [
  { id: 'task', title: 'Read the task', keys: ['Alt+S'] },
  { id: 'hint', title: 'Read the hint', keys: ['Alt+H'] },
  { id: 'goals', title: 'Read the goals and current values', keys: ['Alt+W'] },
  { id: 'go', title: 'Go to the step', keys: ['Alt+J'] },
] as const

/** What of a lesson a key asks for. */
export type LessonWish = (typeof lessonKeys)[number]['id']
