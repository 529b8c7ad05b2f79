import type { AppContext } from '@/services/context'
import { connectionsOf } from '@/store/db/connections/dialect'

/** Counts the statements of a context from now on. The returned function reads and resets the count. */
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
