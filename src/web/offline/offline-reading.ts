import {
  hashKey,
  type Query,
  type QueryCacheNotifyEvent,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { profileQuery } from '@/web/api/accounts/account'
import { configQuery } from '@/web/api/accounts/config'
import { equipmentQuery, equipmentTypesQuery } from '@/web/api/accounts/equipment'
import { sportsQuery } from '@/web/api/accounts/sports'
import { analysisQuery } from '@/web/api/workouts/efforts'
import { workoutPageQuery } from '@/web/api/workouts/workout-list'
import { chartQuery, geometryQuery, type Workout, workoutQuery } from '@/web/api/workouts/workouts'
import { getSessionAccount } from '@/web/state/account'
import { currentConnection, isConnectionError, onConnection } from '@/web/state/connection'
import { isOfflineReadingOn, markRestored, takeRestored } from '@/web/state/offline-reading'
import { clearResponses, deleteResponses, findResponse, storeResponse } from './offline-store'

/** Milliseconds after a change of the list before the stored workouts are updated. */
const PAUSE_MS = 3000

/** A query to store, for example of `queryOptions`. */
interface StoredQuery {
  queryKey: QueryKey
  queryFn?: unknown
}

/**
 * Stores the newest page of workouts on this device, and uses what is stored for queries that the server does not
 * answer, until offline reading is turned off or the session ends.
 */
export function startOfflineReading(client: QueryClient): void {
  const cache = client.getQueryCache()
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void storeWorkouts(client).catch(() => undefined), PAUSE_MS)
  }
  for (const query of cache.getAll()) void restore(client, query)
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
    stopConnection()
  }
  const unsubscribe = cache.subscribe((event) => {
    if (!isOfflineReadingOn()) stop()
    else if (event.type === 'updated') follow(event)
  })
  const follow = (event: QueryCacheNotifyEvent & { type: 'updated' }) => {
    const { action, query } = event
    if (action.type === 'failed' || action.type === 'error') void restore(client, query)
    if (action.type === 'invalidate' && query.queryKey[0] === 'workouts') plan()
  }
  const stopConnection = onConnection(() => {
    if (currentConnection() !== 'online') return
    const stale = takeRestored()
    void client.invalidateQueries({ predicate: ({ queryHash }) => stale.has(queryHash) })
    plan()
  })
  plan()
}

/** Deletes everything that is stored for offline reading on this device. */
export const deleteOfflineWorkouts = async (): Promise<void> => {
  await clearResponses()
}

/** Uses the stored data of a query that failed because the server did not respond. */
async function restore(client: QueryClient, query: Query): Promise<void> {
  const { data, error, fetchFailureReason } = query.state
  const account = getSessionAccount()
  if (account === null || !isOfflineReadingOn()) return
  if (!isConnectionError(error ?? fetchFailureReason)) return
  const stored = data ?? (await findResponse(account, query.queryHash).catch(() => undefined))?.data
  if (stored === undefined || account !== getSessionAccount()) return
  markRestored(query.queryHash)
  await client.cancelQueries({ queryKey: query.queryKey, exact: true }, { silent: true })
  client.setQueryData(query.queryKey, stored)
}

/** Stores the newest page of the list with each of its workouts. Details that have not changed are not requested again. */
async function storeWorkouts(client: QueryClient): Promise<void> {
  const account = getSessionAccount()
  if (account === null || !isOfflineReadingOn() || currentConnection() !== 'online') return
  const kept = new Set<string>()
  const keep = async <Data>(query: StoredQuery): Promise<Data> => {
    kept.add(hashKey(query.queryKey))
    return (await storeQuery(client, account, query)) as Data
  }
  for (const query of [profileQuery, configQuery, sportsQuery, equipmentQuery, equipmentTypesQuery])
    await keep(query)
  const list = workoutPageQuery({}, 1)
  const { data } = await client.fetchQuery({ ...list, staleTime: 0 })
  const before = await findResponse(account, hashKey(list.queryKey))
  const known = new Set(readWorkouts(before?.data).map((workout) => JSON.stringify(workout)))
  for (const workout of data.workouts) {
    if (known.has(JSON.stringify(workout)))
      for (const query of listQueries(workout.id)) kept.add(hashKey(query.queryKey))
    else await keepWorkout(workout.id, keep)
  }
  // The list is stored last: it says which of its workouts are complete.
  await keep(list)
  if (isOfflineReadingOn()) await deleteResponses(account, kept)
  else await clearResponses()
}

/** Stores what the page of a workout shows, as far as the account may see it. */
async function keepWorkout(
  id: string,
  keep: <Data>(query: StoredQuery) => Promise<Data>,
): Promise<void> {
  const { with_analysis, with_geometry } = await keep<Workout>(workoutQuery(id))
  if (with_geometry) await keep(geometryQuery(id))
  if (!with_analysis) return
  await keep(chartQuery(id))
  await keep(analysisQuery(id))
}

/** The queries of the page of a workout. */
const listQueries = (id: string): StoredQuery[] => [
  workoutQuery(id),
  geometryQuery(id),
  chartQuery(id),
  analysisQuery(id),
]

const readWorkouts = (page: unknown): readonly unknown[] =>
  (page as { data?: { workouts?: unknown[] } } | undefined)?.data?.workouts ?? []

async function storeQuery(
  client: QueryClient,
  account: string,
  query: StoredQuery,
): Promise<unknown> {
  const { queryKey, queryFn } = query
  // The stored data is not kept in memory, unless it is on screen.
  const data = await client.fetchQuery({ queryKey, queryFn: queryFn as () => unknown, gcTime: 0 })
  if (account === getSessionAccount() && isOfflineReadingOn())
    await storeResponse({ account, hash: hashKey(queryKey), data, savedAt: Date.now() })
  return data
}
