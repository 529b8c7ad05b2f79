import type { AppContext } from '@/context'
import { connectionsOf } from '@/db/dialect'

/** Counts the statements that go through a context from now on; call it to read the count and begin anew. */
export function countQueries({ db }: Pick<AppContext, 'db'>): () => number {
  const counter = { queries: 0 }
  connectionsOf(db).listen(() => {
    counter.queries += 1
  })
  return () => {
    const { queries } = counter
    counter.queries = 0
    return queries
  }
}
