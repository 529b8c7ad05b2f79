import type { CompactUserRow } from '@/db/queries/compact-users'
import type { EquipmentView } from '@/db/queries/equipments'
import type { RecordRow } from '@/db/queries/records'
import type { SegmentRow } from '@/db/queries/segments'
import type { LikeState } from '@/db/queries/workout-likes'
import type { WorkoutRow } from '@/db/queries/workouts'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import type { WorkoutSight } from '@/policy/workout'
import type { Wire } from './dialect'
import { presentEquipment, presentEquipmentForOthers } from './equipment'
import { presentMetrics } from './metrics'
import { presentRecords } from './record'
import { type ActionView, presentAction } from './sanction'
import { presentSegment } from './segment'
import { presentCompactUser } from './user'

/** A workout as lists need it, with what the caller may see of it. */
export interface WorkoutListView {
  workout: WorkoutRow
  owner: CompactUserRow
  /** Only those the caller's view of the sport shows. */
  records: RecordRow[]
  /** Only those the caller may see; empty when the list was not asked for equipment. */
  equipments: EquipmentView[]
  sight: WorkoutSight
  /** Of a suspended workout, for those who may see it. */
  suspension: ActionView | undefined
}

/** A workout with everything its detail answer tells. */
export interface WorkoutView extends WorkoutListView {
  /** In order; empty for a workout without recording. */
  segments: SegmentRow[]
  likes: LikeState
  neighbours: { previous: string | null; next: string | null }
}

/** The Workout object of lists: what is costly to load is null or empty. */
export const presentWorkoutInList = (view: WorkoutListView, wire: Wire) => ({
  ...presentShared(view, wire),
  bounds: [] as number[],
  creation_date: null,
  liked: false,
  likes_count: 0,
  modification_date: null,
  next_workout: null,
  notes: '',
  pauses: null,
  previous_workout: null,
  segments: [] as ReturnType<typeof presentSegment>[],
  weather_end: null,
  weather_start: null,
})

/** The Workout object of timelines. */
export function presentWorkoutInTimeline(view: WorkoutListView, wire: Wire) {
  const { user, ...workout } = presentWorkoutInList(view, wire)
  return { ...workout, user: wire.timelineUser(user) }
}

/** The Workout object of detail answers. */
export function presentWorkout(view: WorkoutView, wire: Wire) {
  const { workout, sight, segments, likes, neighbours } = view
  const own = sight.relation.isOwner
  return {
    ...presentShared(view, wire),
    bounds: sight.map ? presentBounds(workout) : [],
    creation_date: httpDate(workout.creation_date),
    description: workout.description,
    ...(own && { elevation_data_source: wire.elevationSource(workout.elevation_data_source) }),
    liked: likes.liked,
    likes_count: likes.count,
    modification_date: httpDateOrNull(workout.modification_date),
    next_workout: own ? neighbours.next : null,
    notes: own ? workout.notes : null,
    original_file: own ? extensionOf(workout) : null,
    pauses: workout.pauses ? wire.duration(workout.pauses) : null,
    previous_workout: own ? neighbours.previous : null,
    segments: sight.analysis
      ? segments.map((segment) =>
          presentSegment(segment, { workoutId: workout.short_id, sight, wire }),
        )
      : [],
    weather_end: presentWeather(workout.weather_end),
    weather_start: presentWeather(workout.weather_start),
    with_geometry: sight.map && segments.length > 0 && workout.start_lat !== null,
  }
}

function presentShared(
  { workout, owner, records, equipments, sight, suspension }: WorkoutListView,
  wire: Wire,
) {
  const withFile = workout.original_file !== null
  return {
    ...presentMetrics(workout, sight, wire),
    analysis_visibility: sight.analysis ? sight.levels.analysis_visibility : ('private' as const),
    calories: sight.calories ? workout.calories : null,
    equipments: equipments.map(
      sight.relation.isOwner ? presentEquipment : presentEquipmentForOthers,
    ),
    id: workout.short_id,
    map: sight.map ? workout.map_id : null,
    map_visibility: sight.map ? sight.levels.map_visibility : ('private' as const),
    records: presentRecords(records, wire),
    source: workout.source,
    sport_id: workout.sport_id,
    suspended: workout.suspended_at !== null,
    ...(sight.suspension && { suspended_at: httpDateOrNull(workout.suspended_at) }),
    ...(suspension && { suspension: presentAction(suspension) }),
    title: workout.title,
    user: presentCompactUser(owner),
    with_analysis: withFile && sight.analysis,
    with_file: withFile && sight.map,
    workout_date: httpDate(workout.workout_date),
    workout_visibility: workout.workout_visibility,
  }
}

/**
 * The Workout object that tells no more than that the workout is suspended. Everything else is null or empty, also
 * what never is in other answers: clients look at `suspended` first.
 */
export function presentSuspendedWorkout(view: WorkoutListView, wire: Wire): WorkoutJson {
  const whole = presentWorkoutInList(view, wire)
  const { id, sport_id, user, workout_date, workout_visibility } = whole
  const nothing = Object.keys(whole).map((key) => [key, LISTS.includes(key) ? [] : null])
  return {
    ...Object.fromEntries(nothing),
    ...{ id, sport_id, user, workout_date, workout_visibility },
    ...{ suspended: true, title: '', with_analysis: false, with_file: false },
    ...{ notes: '', liked: false, likes_count: 0 },
  }
}

const LISTS = ['bounds', 'equipments', 'records', 'segments']

/** South, west, north, east; empty for a workout without positions. */
export function presentBounds({ min_lat, min_lon, max_lat, max_lon }: WorkoutRow): number[] {
  if (min_lat === null || min_lon === null || max_lat === null || max_lon === null) return []
  return [min_lat, min_lon, max_lat, max_lon]
}

const extensionOf = ({ original_file }: WorkoutRow) => original_file?.split('.').at(-1) ?? null

/** Weather at one end of a workout. */
interface WeatherJson {
  icon: string
  /** °C. */
  temperature: number
  /** Share of 1. */
  humidity: number
  /** m/s. */
  wind: number
  /** Degrees. */
  windBearing: number
}

const presentWeather = (json: string | null): WeatherJson | null =>
  json === null ? null : JSON.parse(json)

export type WorkoutJson = ReturnType<typeof presentWorkout>
