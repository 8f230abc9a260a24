/** `web/build/examples.ts` generates this module from the folders of `examples/`. Each example loads separately. */
declare module 'virtual:examples' {
  interface Entry {
    readonly slug: string
    load(): Promise<import('./examples.ts').ExampleFiles>
  }
  export const entries: readonly Entry[]
}

/** `web/build/examples.ts` generates this module: the example that the page opens first. */
declare module 'virtual:first-example' {
  const example: import('./examples.ts').ExampleFiles
  export const about: typeof example.about
  export const files: typeof example.files
  export const lesson: typeof example.lesson
}

/**
 * `web/build/examples.ts` generates this module: the gallery rows of all examples, loaded on demand. The page computes
 * the roles from the dialect.
 */
declare module 'virtual:gallery' {
  export const gallery: readonly import('./examples.ts').ListedExample[]
}

/**
 * `web/build/first-answer.ts` generates this module: the URL of the answer for the first example; undefined in
 * development.
 */
declare module 'virtual:first-answer' {
  export const firstAnswer: string | undefined
}
