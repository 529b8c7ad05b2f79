import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { duplicates } = api.workouts

/** Two workouts that may be duplicates, the one uploaded first before the other. */
export type Duplicate = ResponseData<typeof duplicates.get>['data']['duplicates'][number]

/** The workout of a pair to keep, and the other one. */
export type Pair = { keep: string; other: string }

/** Under the key of the workouts, so that refreshing the workouts refreshes the duplicates too. */
const KEY = ['workouts', 'duplicates']
/** Duplicates appear rarely, so the list is refetched only every five minutes. */
const STALE_MS = 300_000

/** Pairs of the user's workouts that may be duplicates, newest first, page by page. */
export const duplicatesQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ pageParam }) => unwrap(duplicates.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Number of possible duplicates. */
export const duplicateCountQuery = queryOptions({
  queryKey: [...KEY, 'count'],
  queryFn: async () => (await unwrap(duplicates.get({ query: {} }))).pagination.total,
  staleTime: STALE_MS,
})

/** The first page of possible duplicates of one of the user's workouts. */
export const workoutDuplicatesQuery = (workoutId: string) =>
  queryOptions({
    queryKey: [...KEY, 'of', workoutId],
    queryFn: async () =>
      (await unwrap(duplicates.get({ query: { workout_id: workoutId } }))).data.duplicates,
    staleTime: STALE_MS,
  })

const toBody = ({ keep, other }: Pair) => ({ workout_ids: [keep, other] as [string, string] })

/** Merges two workouts into the one to keep. */
export async function mergeDuplicates(pair: Pair): Promise<void> {
  await unwrap(duplicates.merge.post(toBody(pair)))
}

/** Records that two workouts are not duplicates. */
export async function dismissDuplicates(pair: Pair): Promise<void> {
  await unwrap(duplicates.dismiss.post(toBody(pair)))
}
