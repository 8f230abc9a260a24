/** Made by `vite-examples.ts` from the folders of `examples/`. */
declare module 'virtual:examples' {
  interface Entry {
    readonly slug: string
    readonly about: import('./examples.ts').Example['about']
    load(): Promise<{ readonly files: Readonly<Record<string, string>> }>
  }
  export const entries: readonly Entry[]
}
