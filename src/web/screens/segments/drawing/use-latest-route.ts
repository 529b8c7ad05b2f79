import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { workoutQuery, workoutsQuery } from '@/web/api/workouts/workouts'

/** The area and the sport with which a drawing begins. */
export interface LatestRoute {
  /** South, west, north and east in degrees; empty without a workout with positions. */
  bounds: readonly number[]
  sportId: number | undefined
}

const NO_ROUTE: LatestRoute = { bounds: [], sportId: undefined }

/** The latest of the user's workouts with positions; undefined until it is known. */
export function useLatestRoute(): LatestRoute | undefined {
  const list = useInfiniteQuery(workoutsQuery)
  const id = list.data?.pages
    .flatMap(({ data }) => data.workouts)
    .find(({ map }) => map !== null)?.id
  const latest = useQuery({ ...workoutQuery(id ?? ''), enabled: id !== undefined })
  if (latest.data) return { bounds: latest.data.bounds, sportId: latest.data.sport_id }
  const isUnknown = list.isError || latest.isError || (list.data && id === undefined)
  return isUnknown ? NO_ROUTE : undefined
}
