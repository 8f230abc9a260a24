/** R16.2: where neither the graph nor the call nor the execution configuration says otherwise. */
export const usual = { steps: 100, concurrency: 10 } as const
