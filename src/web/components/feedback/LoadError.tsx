import { ErrorPanel } from './ErrorPanel'

/** The parts of a query result that LoadError needs. */
interface QueryState {
  error: Error | null
  refetch: () => unknown
  /** Whether only the next page of a list failed to load; the button below the list displays that error. */
  isFetchNextPageError?: boolean
}

/** The error of the first failed query, with a button that retries all failed ones; renders nothing if none failed. */
export function LoadError({
  queries,
  whole = false,
}: {
  queries: readonly QueryState[]
  whole?: boolean
}) {
  const failed = queries.filter(({ error, isFetchNextPageError }) => error && !isFetchNextPageError)
  const [first] = failed
  if (!first) return null
  const retry = () => {
    for (const each of failed) void each.refetch()
  }
  return <ErrorPanel whole={whole} error={first.error} onRetry={retry} />
}
