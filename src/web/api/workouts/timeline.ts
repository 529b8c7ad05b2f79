import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

/** A workout in the timeline. */
export type TimelineWorkout = ResponseData<typeof api.timeline.get>['data']['workouts'][number]

/** The `fittrackee` dialect includes more details of users than their names. */
const headers = { 'X-API-Dialect': 'fittrackee' }

/** The workouts of the user and of the users they follow, latest first, page by page. */
export const timelineQuery = infiniteQueryOptions({
  queryKey: ['timeline'],
  queryFn: ({ pageParam }) =>
    unwrap(api.timeline.get({ query: { page: String(pageParam) }, headers })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Likes and number of comments of several workouts. */
export const reactionsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['timeline', 'reactions', ...ids],
    queryFn: async () => {
      const query = { ids: ids.join(',') }
      return (await unwrap(api.workouts.reactions.get({ query }))).data.reactions
    },
  })
