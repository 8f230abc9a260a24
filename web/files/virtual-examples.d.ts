/** Made by `vite-examples.ts` from the folders of `examples/`: what each of them says is loaded with it. */
declare module 'virtual:examples' {
  interface Entry {
    readonly slug: string
    load(): Promise<import('./examples.ts').ExampleFiles>
  }
  export const entries: readonly Entry[]
}

/** Made likewise: the first example, which the page opens on. */
declare module 'virtual:first-example' {
  const example: import('./examples.ts').ExampleFiles
  export const about: typeof example.about
  export const files: typeof example.files
  export const lesson: typeof example.lesson
}

/** Made likewise: what the gallery says of all examples, loaded when it is asked for; their chains without roles, which the dialect knows. */
declare module 'virtual:gallery' {
  export const gallery: readonly import('./examples.ts').ListedExample[]
}

/** Made by `vite-first-answer.ts`: where the answer to the first example lies; undefined where the page is not built. */
declare module 'virtual:first-answer' {
  export const firstAnswer: string | undefined
}
