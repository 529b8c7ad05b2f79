import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { distanceOf } from '@/domain/reference/sport-distance'
import { isSwimming } from '@/domain/reference/swimming'
import { sameCourseQuery } from '@/web/api/workouts/courses'
import { type Analysis, analysisQuery } from '@/web/api/workouts/efforts'
import { workoutLoadQuery, ZONE_KINDS } from '@/web/api/workouts/training'
import type { Workout } from '@/web/api/workouts/workouts'
import { useDeferred } from '@/web/components/loading/Deferred'
import type { TextKey } from '@/web/i18n/text'

/** The tabs of a workout in display order, with their route paths and labels. */
export const WORKOUT_TABS = [
  { tab: 'overview', to: '/workouts/$workoutId', label: 'workout.tabOverview' },
  { tab: 'laps', to: '/workouts/$workoutId/laps', label: 'workout.tabLaps' },
  { tab: 'efforts', to: '/workouts/$workoutId/efforts', label: 'effort.title' },
  { tab: 'zones', to: '/workouts/$workoutId/zones', label: 'workout.tabZones' },
  { tab: 'same-route', to: '/workouts/$workoutId/same-route', label: 'workout.tabRoute' },
] as const satisfies readonly { tab: string; to: string; label: TextKey }[]

export type WorkoutTab = (typeof WORKOUT_TABS)[number]['tab']

/** The tab at the current URL. */
export const useWorkoutTab = (): WorkoutTab =>
  useRouterState({
    select: ({ matches }) =>
      WORKOUT_TABS.find(({ to }) => to === matches.at(-1)?.fullPath)?.tab ?? 'overview',
  })

/** Whether workouts of a sport consist of sets, which the overview shows before the charts. */
export const isDividedIntoSets = (sportId: number): boolean =>
  isSwimming(sportId) || distanceOf(sportId) === 'never'

/** Whether the analysis has rows for the tab of laps. Sets of pool swims and strength training are on the overview. */
function hasLaps({ splits, laps, climbs, pauses, swim_sets }: Analysis): boolean {
  const isNamed = laps.some(({ name }) => name)
  if (swim_sets) return isNamed
  const hasSplits = Object.values(splits).some((parts) => parts && parts.length > 1)
  return isNamed || hasSplits || laps.length > 1 || climbs.length > 0 || pauses.length > 0
}

/** The request for the load of a workout; disabled where the response cannot contain anything. */
export const useWorkoutLoad = (workout: Workout, own: boolean, isReady = true) =>
  useQuery({
    ...workoutLoadQuery(workout.id),
    // For workouts without a recording, other users do not learn whether they may see the analysis.
    enabled: isReady && (workout.with_analysis || (own && !workout.with_file)),
  }).data

/**
 * The tabs that have content for a workout. Tabs whose data are loading are not included, except those that almost every
 * recording has.
 */
export function useTabsWithContent(workout: Workout, own: boolean): ReadonlySet<WorkoutTab> {
  // The top of the page and its track are loaded first.
  const isReady = useDeferred()
  const { id, with_analysis: isAnalysed, with_geometry: isPlaced, segments } = workout
  const analysis = useQuery({ ...analysisQuery(id), enabled: isReady && isAnalysed }).data
  const load = useWorkoutLoad(workout, own, isReady)
  const enabled = isReady && isPlaced === true
  const course = useQuery({ ...sameCourseQuery(id, false), enabled }).data
  const anySport = useQuery({ ...sameCourseQuery(id, true, 1), enabled }).data
  const isExpected = isAnalysed && !analysis
  const hasLoad = Boolean(
    load && (own || load.loads.length > 0 || ZONE_KINDS.some((kind) => load.zones[kind])),
  )
  const tabs: [WorkoutTab, boolean][] = [
    ['overview', true],
    ['laps', isExpected || segments.length > 1 || (analysis !== undefined && hasLaps(analysis))],
    ['efforts', isExpected || (analysis?.efforts.length ?? 0) > 0],
    ['zones', hasLoad],
    ['same-route', Math.max(course?.total ?? 0, anySport?.total ?? 0) > 1],
  ]
  return new Set(tabs.flatMap(([tab, hasContent]) => (hasContent ? [tab] : [])))
}
