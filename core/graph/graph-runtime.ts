/** R16.1: the runtime that walks graphs. */
export const graphRuntime = 'rye/core/runtimes/state-graph/runtime'
