import type { AppContext } from '@/context'

/** Counts the statements that go through a context from now on; call it to read the count and begin anew. */
export function countQueries(ctx: Pick<AppContext, 'db'>): () => number {
  const counter = { queries: 0 }
  ctx.db = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      counter.queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return () => {
    const { queries } = counter
    counter.queries = 0
    return queries
  }
}
