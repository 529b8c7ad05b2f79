import { type Static, Type } from '@sinclair/typebox'
import type { ComparedTrace, Comparison } from '@/domain/analysis/comparison'
import { roundHalfAway, type Scale } from '@/lib/text/decimal'
import type { DialectFormat } from '@/server/responses/dialect'
import { flag, nullable, number } from '@/server/responses/fields'
import { listedWorkout, presentWorkoutInList } from './listed-workout'
import type { WorkoutListView } from './workout-summary'

const column = (description: string) =>
  nullable(Type.Array(nullable(Type.Number()), { description, maxItems: 1000 }))

const line = Type.Object(
  {
    step: number('Kilometres between two points; the last interval may be shorter.'),
    latitude: Type.Array(Type.Number(), { maxItems: 1000 }),
    longitude: Type.Array(Type.Number(), { maxItems: 1000 }),
  },
  { description: 'Its line, in degrees.' },
)

const comparedWorkout = Type.Object(
  {
    workout: listedWorkout,
    at_places: flag(
      'Whether its values are aligned with the places of the first workout; otherwise with its own distances, because it follows another course or the caller may not see its map.',
    ),
    gap: column(
      'Seconds behind the first workout at the same place, counted from the first common place; null where their courses differ.',
    ),
    travelled: column('Distance travelled, in kilometres.'),
    elapsed: column('Seconds since its start.'),
    speed: column('km/h over at least 50 metres, pauses included.'),
    elevation: column('Metres above sea level.'),
    hr: column('Heart rates, beats per minute.'),
    cadence: column('Cadences, steps or turns per minute.'),
    power: column('Watts.'),
    line: nullable(line),
  },
  {
    $id: 'ComparedWorkout',
    description: 'A compared workout. Each column is along `distance`.',
  },
)

export const comparison = Type.Object(
  {
    distance: Type.Array(Type.Number(), {
      maxItems: 1000,
      description: 'Kilometres along the first workout, and beyond its end if others are longer.',
    }),
    workouts: Type.Array(comparedWorkout, { minItems: 2, maxItems: 6 }),
  },
  { $id: 'Comparison', description: 'A comparison of workouts.' },
)

/** A comparison of workouts, as far as the caller may see them. */
export const presentComparison = (
  { axis, compared, views }: Comparison & { views: readonly WorkoutListView[] },
  dialect: DialectFormat,
): Static<typeof comparison> => ({
  distance: Array.from(axis, (metres) => roundHalfAway(metres / 1000, 3)),
  workouts: views.map((view, i) => ({
    workout: presentWorkoutInList(view, dialect),
    ...presentTrace(compared[i], view),
  })),
})

function presentTrace(trace: ComparedTrace | undefined, { permissions }: WorkoutListView) {
  const { display, heartRate } = permissions
  const columns = trace?.columns
  const steps = display.cadence === 'spm' ? 2 : 1
  const known = (values: Float64Array | undefined, scale: Scale, isShown: boolean, times = 1) =>
    values && isShown ? rounded(values, scale, times) : null
  return {
    at_places: trace?.atPlaces ?? false,
    gap: known(trace?.gap, 1, permissions.map),
    travelled: known(columns?.metres, 3, true, 0.001),
    elapsed: known(columns?.seconds, 1, true),
    speed: known(columns?.speed, 2, true),
    elevation: known(columns?.ele, 1, display.elevation),
    hr: known(columns?.hr, 0, heartRate),
    cadence: known(columns?.cadence, 0, display.cadence !== 'none', steps),
    power: known(columns?.power, 0, display.power),
    line: trace && permissions.map ? presentLine(trace.line) : null,
  }
}

/** A rounded column; null when it has no values. */
function rounded(values: Float64Array, scale: Scale, times: number): (number | null)[] | null {
  if (values.every(Number.isNaN)) return null
  return Array.from(values, (value) =>
    Number.isNaN(value) ? null : roundHalfAway(value * times, scale),
  )
}

const degrees = (values: Float64Array) => Array.from(values, (value) => roundHalfAway(value, 6))

const presentLine = ({ step, lat, lon }: ComparedTrace['line']) => ({
  step: step / 1000,
  latitude: degrees(lat),
  longitude: degrees(lon),
})
