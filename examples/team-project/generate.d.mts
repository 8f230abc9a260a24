/** Every file of the example, by its path in this folder. */
export const files: Readonly<Record<string, string>>
