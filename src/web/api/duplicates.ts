import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { duplicates } = api.workouts

/** Two workouts that may be one, the one that came to the server first before the other. */
export type Duplicate = DataOf<typeof duplicates.get>['data']['duplicates'][number]

/** Which workout of a pair stays, and which other one it is compared with. */
export type Pair = { keep: string; other: string }

/** Below the key of the workouts: what changes those changes these, too. */
const KEY = ['workouts', 'duplicates']
/** Whether there are any is worth asking now and then only. */
const STALE_MS = 300_000

/** The own workouts that may be there twice, the newest first, page by page. */
export const duplicatesQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ pageParam }) => dataOf(duplicates.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** How many pairs there are. */
export const duplicateCountQuery = queryOptions({
  queryKey: [...KEY, 'count'],
  queryFn: async () => (await dataOf(duplicates.get({ query: {} }))).pagination.total,
  staleTime: STALE_MS,
})

/** The first pairs of one own workout. */
export const duplicatesOfQuery = (workoutId: string) =>
  queryOptions({
    queryKey: [...KEY, 'of', workoutId],
    queryFn: async () =>
      (await dataOf(duplicates.get({ query: { workout_id: workoutId } }))).data.duplicates,
    staleTime: STALE_MS,
  })

const idsOf = ({ keep, other }: Pair) => ({ workout_ids: [keep, other] as [string, string] })

/** Makes one workout of two. */
export async function mergeDuplicates(pair: Pair): Promise<void> {
  await dataOf(duplicates.merge.post(idsOf(pair)))
}

/** Says that two workouts are not one. */
export async function dismissDuplicates(pair: Pair): Promise<void> {
  await dataOf(duplicates.dismiss.post(idsOf(pair)))
}
