/** R16.1: the runtime of graphs. */
export const graphRuntime = 'rye/core/runtimes/state-graph/runtime'
