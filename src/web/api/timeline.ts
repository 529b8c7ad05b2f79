import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

/** A workout of a timeline. */
export type TimelineWorkout = DataOf<typeof api.timeline.get>['data']['workouts'][number]

/** The dialect in which a timeline tells more of people than their names. */
const headers = { 'X-API-Dialect': 'fittrackee' }

/** The workouts of the account and of those it follows, latest first, page by page. */
export const timelineQuery = infiniteQueryOptions({
  queryKey: ['timeline'],
  queryFn: ({ pageParam }) =>
    dataOf(api.timeline.get({ query: { page: String(pageParam) }, headers })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

/** What people made of some workouts: likes, and the number of comments. */
export const reactionsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['timeline', 'reactions', ...ids],
    queryFn: async () => {
      const query = { ids: ids.join(',') }
      return (await dataOf(api.workouts.reactions.get({ query }))).data.reactions
    },
  })
