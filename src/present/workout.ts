import { type Static, Type } from '@sinclair/typebox'
import { fromJson, IMPORT_WARNINGS, type Json, type Weather } from '@/db/columns'
import type { LikeState } from '@/db/queries/likes'
import type { SegmentRow } from '@/db/queries/segments'
import type { WorkoutRow } from '@/db/queries/workouts'
import { unpackedName } from '@/lib/gzip-name'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { duration, elevationSource, type Wire } from './dialect'
import { count, flag, nullable, number, oneOf, shortId, text, timestamp } from './scalars'
import { presentSegment, segment } from './segment'
import {
  bounds,
  presentBounds,
  presentWorkoutSummary,
  type WorkoutListView,
  workoutSummary,
} from './workout-summary'

/** A workout with everything its detail answer tells. */
export interface WorkoutView extends WorkoutListView {
  workout: WorkoutRow
  /** In order; empty for a workout without recording. */
  segments: SegmentRow[]
  likes: LikeState
  neighbours: { previous: string | null; next: string | null }
}

const weather = Type.Object(
  {
    humidity: number('Share of 1.'),
    icon: text('Word for the sky.'),
    temperature: number('°C.'),
    wind: number('m/s.'),
    windBearing: number('Degrees.'),
  },
  { $id: 'Weather', description: 'Weather at one end of a workout.' },
)

export const workout = Type.Object(
  {
    ...workoutSummary.properties,
    bounds,
    creation_date: timestamp('When it came to this server.'),
    description: nullable(text('What the owner wrote for those who see the workout.')),
    elevation_data_source: Type.Optional(
      elevationSource('Where elevations come from; only for the owner.'),
    ),
    import_warnings: Type.Optional(
      Type.Array(
        Type.Object({
          count: count('Points, values or bytes; 1 where there is nothing to count.'),
          kind: oneOf(IMPORT_WARNINGS, 'What was passed over.'),
        }),
        { description: 'What was passed over when the recording was read; only for the owner.' },
      ),
    ),
    liked: flag('Whether the caller likes the workout.'),
    likes_count: count('Users who like it.'),
    modification_date: nullable(timestamp('When it was last changed.')),
    next_workout: nullable(shortId("The owner's next workout; only for the owner.")),
    notes: nullable(text('What the owner wrote for themselves; only for the owner.')),
    original_file: nullable(text('Extension of the recording; only for the owner.')),
    pauses: nullable(duration('Standing still.')),
    previous_workout: nullable(shortId("The owner's workout before; only for the owner.")),
    segments: Type.Array(segment, { description: 'Empty for those who may not see the charts.' }),
    weather_end: nullable(weather),
    weather_start: nullable(weather),
    with_geometry: flag('Whether there is a line that the caller may see.'),
  },
  { $id: 'Workout', description: 'A workout with everything that the caller may see of it.' },
)
export type Workout = Static<typeof workout>

export function presentWorkout(view: WorkoutView, wire: Wire): Workout {
  const { workout, sight, segments, likes, neighbours } = view
  const own = sight.relation.isOwner
  return {
    ...presentWorkoutSummary(view, wire),
    bounds: sight.map ? presentBounds(workout) : [],
    creation_date: httpDate(workout.creation_date),
    description: workout.description,
    ...(own && { elevation_data_source: wire.elevationSource(workout.elevation_data_source) }),
    ...(own &&
      workout.import_warnings !== null && { import_warnings: fromJson(workout.import_warnings) }),
    liked: likes.liked,
    likes_count: likes.count,
    modification_date: httpDateOrNull(workout.modification_date),
    next_workout: own ? neighbours.next : null,
    notes: own ? workout.notes : null,
    original_file: own ? formatOf(workout) : null,
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

const formatOf = ({ original_file: original }: WorkoutRow) =>
  original === null ? null : (unpackedName(original).split('.').at(-1) ?? null)

const presentWeather = (json: Json<Weather> | null): Static<typeof weather> | null =>
  json === null ? null : fromJson(json)
