import { ErrorPanel } from './ErrorPanel'

/** Something that was asked for, as far as it may have failed. */
interface Asked {
  error: Error | null
  refetch: () => unknown
  /** Whether it is only the next page of a list that failed, which the button below the list tells. */
  isFetchNextPageError?: boolean
}

/** Says why something is not here, and asks again for all that is not; nothing while nothing failed. */
export function LoadError({ of, whole = false }: { of: readonly Asked[]; whole?: boolean }) {
  const failed = of.filter(({ error, isFetchNextPageError }) => error && !isFetchNextPageError)
  const [first] = failed
  if (!first) return null
  const retry = () => {
    for (const each of failed) void each.refetch()
  }
  return <ErrorPanel whole={whole} error={first.error} onRetry={retry} />
}
