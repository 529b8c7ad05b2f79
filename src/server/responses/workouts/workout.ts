import { type Static, type TOptional, Type } from '@sinclair/typebox'
import { FIGURE_SOURCES, MEASURED_FIGURES } from '@/domain/reference/measurements'
import { TRACK_WARNINGS } from '@/domain/tracks/track'
import { unpackedName } from '@/lib/files/gzip-name'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import { type DialectFormat, duration, elevationSource } from '@/server/responses/dialect'
import {
  count,
  flag,
  nullable,
  number,
  oneOf,
  shortId,
  text,
  timestamp,
} from '@/server/responses/fields'
import type { LikeState } from '@/store/db/queries/social/likes'
import type { SegmentRow } from '@/store/db/queries/workouts/segments'
import type { ListedWorkout, WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { fromJson, type Json, type Weather } from '@/store/db/schema/columns'
import { presentLeg, presentMultisport } from './multisport'
import { presentSegment, segment } from './segment'
import {
  bounds,
  presentBounds,
  presentWorkoutSummary,
  type WorkoutListView,
  workoutSummary,
} from './workout-summary'

/** A workout with everything in its detail response. */
export interface WorkoutView extends WorkoutListView {
  workout: WorkoutRow
  /** In order; empty for a workout without a recording. */
  segments: SegmentRow[]
  likes: LikeState
  neighbours: { previous: string | null; next: string | null }
  /** The legs of its event that the caller may see, in order; empty without an event. */
  legs: readonly ListedWorkout[]
}

const weather = Type.Object(
  {
    humidity: number('Share of 1.'),
    icon: text('Word for the sky.'),
    temperature: number('°C.'),
    wind: number('m/s.'),
    windBearing: number('Degrees.'),
  },
  { $id: 'Weather', description: 'Weather at the start or end of a workout.' },
)

const figureSource = oneOf(
  FIGURE_SOURCES,
  '`device`: a total of the device, `samples`: its distance with each sample, `track`: computed from positions and elevations.',
)

export const workout = Type.Object(
  {
    ...workoutSummary.properties,
    bounds,
    creation_date: timestamp('When it was created on this server.'),
    description: nullable(text('The owner’s description, for users who may see the workout.')),
    elevation_data_source: Type.Optional(
      elevationSource('Source of the elevations; only for the owner.'),
    ),
    edited: Type.Optional(
      flag('True if its recording was edited; absent otherwise, and for other users.'),
    ),
    excluded_from_records: Type.Optional(
      flag('Whether it is excluded from records, best efforts and rankings; only for the owner.'),
    ),
    import_warnings: Type.Optional(
      Type.Array(
        Type.Object({
          count: count('How many of them; 1 where there is nothing to count.'),
          kind: oneOf(TRACK_WARNINGS, 'What was passed over.'),
        }),
        { description: 'Data that was skipped when the recording was read; only for the owner.' },
      ),
    ),
    liked: flag('Whether the caller likes the workout.'),
    likes_count: count('Users who like it.'),
    measured_by: Type.Optional(
      Type.Object(
        Object.fromEntries(
          MEASURED_FIGURES.map((figure) => [figure, Type.Optional(figureSource)]),
        ) as Record<(typeof MEASURED_FIGURES)[number], TOptional<typeof figureSource>>,
        { description: 'Source of each figure; absent for workouts measured as FitTrackee does.' },
      ),
    ),
    modification_date: nullable(timestamp('When it was last changed.')),
    next_workout: nullable(shortId("The owner's next workout; only for the owner.")),
    notes: nullable(text('What the owner wrote for themselves; only for the owner.')),
    original_file: nullable(text('Extension of the recording; only for the owner.')),
    pauses: nullable(duration('Standing still.')),
    previous_workout: nullable(shortId("The owner's workout before; only for the owner.")),
    segments: Type.Array(segment, { description: 'Empty if the caller may not see the charts.' }),
    weather_end: nullable(weather),
    weather_start: nullable(weather),
    with_geometry: flag('Whether there is a line that the caller may see.'),
  },
  { $id: 'Workout', description: 'A workout with everything that the caller may see of it.' },
)
export type Workout = Static<typeof workout>

export function presentWorkout(view: WorkoutView, dialect: DialectFormat): Workout {
  const { workout, permissions, segments, likes, neighbours } = view
  const own = permissions.relation.isOwner
  return {
    ...presentWorkoutSummary(view, dialect),
    bounds: permissions.map ? presentBounds(workout) : [],
    creation_date: formatHttpDate(workout.creation_date),
    description: workout.description,
    ...(own && { elevation_data_source: dialect.elevationSource(workout.elevation_data_source) }),
    ...(own && workout.edits !== null && { edited: true }),
    ...(own && { excluded_from_records: workout.is_excluded === 1 }),
    ...(own &&
      workout.import_warnings !== null && { import_warnings: fromJson(workout.import_warnings) }),
    liked: likes.liked,
    likes_count: likes.count,
    ...(workout.measured_by !== null && { measured_by: fromJson(workout.measured_by) }),
    modification_date: formatHttpDateOrNull(workout.modification_date),
    ...presentMultisport(
      workout,
      view.legs.map((leg) => presentLeg(leg, dialect)),
    ),
    next_workout: own ? neighbours.next : null,
    notes: own ? workout.notes : null,
    original_file: own ? formatOf(workout) : null,
    pauses: workout.pauses ? dialect.duration(workout.pauses) : null,
    previous_workout: own ? neighbours.previous : null,
    segments: permissions.analysis
      ? segments.map((segment) =>
          presentSegment(segment, { workoutId: workout.short_id, permissions, dialect }),
        )
      : [],
    weather_end: presentWeather(workout.weather_end),
    weather_start: presentWeather(workout.weather_start),
    with_geometry: permissions.map && segments.length > 0 && workout.start_lat !== null,
  }
}

const formatOf = ({ original_file: original }: WorkoutRow) =>
  original === null ? null : (unpackedName(original).split('.').at(-1) ?? null)

const presentWeather = (json: Json<Weather> | null): Static<typeof weather> | null =>
  json === null ? null : fromJson(json)
