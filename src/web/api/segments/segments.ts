import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { segments } = api
const of = (id: string) => segments({ ranked_segment_id: id })

/** A segment without its line. */
export type ListedSegment = ResponseData<typeof segments.get>['data']['segments'][number]
/** A segment with its line. */
export type RankedSegment = ResponseData<ReturnType<typeof of>['get']>['data']['segment']
/** An effort of the account on a segment. */
export type SegmentEffort = ResponseData<
  ReturnType<typeof of>['efforts']['get']
>['data']['efforts'][number]

/** The beginning of the keys of all queries of segments. */
export const SEGMENTS_KEY = ['segments']

const PAGE_SIZE = '50'
/** Milliseconds until a segment that is not complete is requested again. */
const INCOMPLETE_INTERVAL_MS = 3000

const pageQuery = (page: unknown) => ({
  query: { page: String(page), per_page: PAGE_SIZE },
})

/** The segments of the account, newest first, page by page. */
export const segmentsQuery = infiniteQueryOptions({
  queryKey: [...SEGMENTS_KEY, 'own'],
  queryFn: ({ pageParam }) => unwrap(segments.get(pageQuery(pageParam))),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** The segments around a place that the account may see, nearest first, page by page. `radius` is in kilometres. */
export const nearbySegmentsQuery = ({
  coordinates,
  radius,
  sport,
}: {
  coordinates: string
  radius: string
  sport: string | undefined
}) =>
  infiniteQueryOptions({
    queryKey: [...SEGMENTS_KEY, 'near', coordinates, radius, sport],
    queryFn: ({ pageParam }) =>
      unwrap(
        segments.get({
          query: {
            ...pageQuery(pageParam).query,
            ...{ owner: 'anyone', coordinates, radius },
            ...(sport && { sport_id: sport }),
          },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** A segment with its line, requested again every few seconds while workouts are compared with it. */
export const segmentQuery = (id: string) =>
  queryOptions({
    queryKey: [...SEGMENTS_KEY, id],
    queryFn: async () => (await unwrap(of(id).get())).data.segment,
    refetchInterval: ({ state }) =>
      state.data?.complete === false ? INCOMPLETE_INTERVAL_MS : false,
  })

/** The fastest effort of each person on a segment, page by page. */
export const leaderboardQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...SEGMENTS_KEY, id, 'leaderboard'],
    queryFn: ({ pageParam }) => unwrap(of(id).leaderboard.get(pageQuery(pageParam))),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** The efforts of the account on a segment, latest first, page by page. */
export const ownEffortsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...SEGMENTS_KEY, id, 'efforts'],
    queryFn: ({ pageParam }) => unwrap(of(id).efforts.get(pageQuery(pageParam))),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** The efforts of a workout on segments, in chronological order, page by page. */
export const workoutSegmentsQuery = (workoutId: string) =>
  infiniteQueryOptions({
    queryKey: [...SEGMENTS_KEY, 'workout', workoutId],
    queryFn: ({ pageParam }) =>
      unwrap(api.workouts({ workout_short_id: workoutId }).segments.get(pageQuery(pageParam))),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })
