import { type Static, Type } from '@sinclair/typebox'
import { EFFORT_KINDS, type Effort } from '@/domain/analysis/efforts'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import { roundHalfAway } from '@/lib/text/decimal'
import { formatHttpDate } from '@/lib/time/http-date'
import { nullable, number, oneOf, shortId, text, timestamp } from '@/server/responses/fields'
import type { EffortRow, ImprovedEffort } from '@/store/db/queries/workouts/best-efforts'
import { LAST_PLACE, type PlacedEffort } from '@/store/db/queries/workouts/effort-places'
import type { EffortTarget } from '@/store/db/queries/workouts/excluded-efforts'

const effortKind = oneOf(
  EFFORT_KINDS,
  'Fastest over a distance, farthest in a time, or highest mean power, heart rate or climbing over a time.',
)

/** Start of a part of a recording. */
export const secondsFromStart = number('Seconds from the start of the recording to its beginning.')

export const effort = Type.Object(
  {
    kind: effortKind,
    target: number('Metres for `distance`, else seconds.'),
    value: number(
      'Seconds for `distance`, metres for `duration`, watts, beats per minute, or metres climbed per hour.',
    ),
    start: secondsFromStart,
    duration: number('Duration in seconds, pauses included.'),
  },
  { $id: 'Effort', description: 'A best effort within a workout.' },
)

const perKilogram = Type.Optional(
  number('Watts per kilogram of the owner’s weight at that time; absent if it is unknown.'),
)

export const bestEffort = Type.Object(
  {
    ...effort.properties,
    per_kilogram: perKilogram,
    workout_id: shortId('The workout of the effort.'),
    workout_title: nullable(text('Title of that workout.')),
    workout_date: timestamp('When that workout began.'),
  },
  { $id: 'BestEffort', description: 'An effort, with its workout.' },
)

export const improvedEffort = Type.Object(
  {
    ...bestEffort.properties,
    former: nullable(number('The previous best value; null for the first effort.')),
  },
  { $id: 'ImprovedEffort', description: 'An effort that was better than all before it.' },
)

const place = (description: string) =>
  nullable(Type.Integer({ minimum: 1, maximum: LAST_PLACE, description }))

export const placedEffort = Type.Object(
  {
    ...effort.properties,
    per_kilogram: perKilogram,
    place: place(
      'Rank among all efforts of the owner for the target in the sport; null after the third.',
    ),
    place_then: place('Rank among those up to its date; 1 is a personal best at that time.'),
    implausible: Type.Optional(
      Type.Literal(true, {
        description: 'Faster than any human: the recording or the sport is probably wrong.',
      }),
    ),
  },
  { $id: 'PlacedEffort', description: 'An effort of a workout, with its rank.' },
)

export const excludedEffort = Type.Object(
  { kind: effort.properties.kind, target: effort.properties.target },
  { $id: 'ExcludedEffort', description: 'An effort of a workout that is excluded from rankings.' },
)

export const presentExcludedEfforts = (
  efforts: readonly EffortTarget[],
): Static<typeof excludedEffort>[] =>
  efforts.map(({ kind, target }) => ({ kind, target: roundHalfAway(target, 3) }))

/** Whether the visitor may see the measurements behind an effort. */
export const canShowEffort = (
  kind: Effort['kind'],
  { hr, power, elevation, speed, pace }: ChartDisplay,
): boolean => {
  switch (kind) {
    case 'heart_rate':
      return hr
    case 'power':
      return power
    case 'climbing':
      return elevation
    case 'distance':
    case 'duration':
      return speed || pace
  }
}

/** An effort of a workout. */
export const presentEffort = ({ kind, target, value, start, elapsed }: Effort) => ({
  kind,
  target: roundHalfAway(target, 3),
  value: tenths(value),
  start: tenths(start),
  duration: tenths(elapsed),
})

/** An effort with the owner's weight at that time, if it is known. */
type Weighed<Kind extends Effort> = Kind & { kilograms?: number | undefined }

const presentWeighed = ({ kilograms, ...made }: Weighed<Effort>) => ({
  ...presentEffort(made),
  ...(kilograms !== undefined && { per_kilogram: roundHalfAway(made.value / kilograms, 2) }),
})

/** An effort with its workout. */
export const presentBestEffort = (found: Weighed<EffortRow>): Static<typeof bestEffort> => ({
  ...presentWeighed(found),
  workout_id: found.short_id,
  workout_title: found.title,
  workout_date: formatHttpDate(found.workout_date),
})

/** An improved effort, with the previous best value. */
export const presentImprovedEffort = (
  found: Weighed<ImprovedEffort>,
): Static<typeof improvedEffort> => ({
  ...presentBestEffort(found),
  former: found.former === null ? null : tenths(found.former),
})

/** The efforts that the visitor may see, with their ranks. */
export const presentPlacedEfforts = (
  efforts: readonly Weighed<PlacedEffort & { isImplausible: boolean }>[],
  display: ChartDisplay,
): Static<typeof placedEffort>[] =>
  efforts
    .filter(({ kind }) => canShowEffort(kind, display))
    .map((placed) => ({
      ...presentWeighed(placed),
      place: placeBehind(placed.ahead),
      place_then: placeBehind(placed.ahead_then),
      ...(placed.isImplausible && { implausible: true as const }),
    }))

const placeBehind = (ahead: number) => (ahead < LAST_PLACE ? ahead + 1 : null)

const tenths = (value: number) => roundHalfAway(value, 1)
