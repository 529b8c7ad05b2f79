import { type Static, Type } from '@sinclair/typebox'
import { EFFORT_KINDS, type Effort } from '@/analysis/efforts'
import type { FoundEffort, ImprovedEffort } from '@/db/queries/best-efforts'
import { LAST_PLACE, type PlacedEffort } from '@/db/queries/effort-places'
import { roundHalfAway } from '@/lib/decimal'
import { httpDate } from '@/lib/http-date'
import type { ChartDisplay } from '@/tracks/geometry/chart'
import { nullable, number, oneOf, shortId, text, timestamp } from './scalars'

const effortKind = oneOf(
  EFFORT_KINDS,
  'Fastest over a distance, farthest in a time, or highest mean power, heart rate or climbing over a time.',
)

/** When something in a recording began. */
export const secondsFromStart = number('Seconds from the start of the recording to its beginning.')

export const effort = Type.Object(
  {
    kind: effortKind,
    target: number('Metres for `distance`, else seconds.'),
    value: number(
      'Seconds for `distance`, metres for `duration`, watts, beats per minute, or metres climbed per hour.',
    ),
    start: secondsFromStart,
    duration: number('Seconds that it takes, pauses included.'),
  },
  { $id: 'Effort', description: 'The best of a workout, wherever it begins.' },
)

const perKilogram = Type.Optional(
  number('Watts for each kilogram that the owner weighed then; absent where that is not known.'),
)

export const bestEffort = Type.Object(
  {
    ...effort.properties,
    per_kilogram: perKilogram,
    workout_id: shortId('The workout in which it was made.'),
    workout_title: nullable(text('Title of that workout.')),
    workout_date: timestamp('When that workout began.'),
  },
  { $id: 'BestEffort', description: 'An effort among those of all workouts.' },
)

export const improvedEffort = Type.Object(
  {
    ...bestEffort.properties,
    former: nullable(number('The value of the best until then; null for the first of all.')),
  },
  { $id: 'ImprovedEffort', description: 'An effort that was better than all before it.' },
)

const place = (description: string) =>
  nullable(Type.Integer({ minimum: 1, maximum: LAST_PLACE, description }))

export const placedEffort = Type.Object(
  {
    ...effort.properties,
    per_kilogram: perKilogram,
    place: place('Among all efforts of the owner for it in the sport; null behind the third.'),
    place_then: place('Among those that had been made by then; 1 is a personal best of its day.'),
  },
  { $id: 'PlacedEffort', description: 'An effort of a workout, and how it compares.' },
)

/** Whether the visitor is shown what an effort is about. */
export const canShowEffort = (
  kind: Effort['kind'],
  { hr, power, elevation }: ChartDisplay,
): boolean =>
  (kind !== 'heart_rate' || hr) && (kind !== 'power' || power) && (kind !== 'climbing' || elevation)

/** An effort of a workout. */
export const presentEffort = ({ kind, target, value, start, elapsed }: Effort) => ({
  kind,
  target: roundHalfAway(target, 3),
  value: tenths(value),
  start: tenths(start),
  duration: tenths(elapsed),
})

/** An effort of somebody whose weight at that time may be known. */
type Weighed<Made extends Effort> = Made & { kilograms?: number | undefined }

const presentWeighed = ({ kilograms, ...made }: Weighed<Effort>) => ({
  ...presentEffort(made),
  ...(kilograms !== undefined && { per_kilogram: roundHalfAway(made.value / kilograms, 2) }),
})

/** An effort and its workout. */
export const presentBestEffort = (found: Weighed<FoundEffort>): Static<typeof bestEffort> => ({
  ...presentWeighed(found),
  workout_id: found.short_id,
  workout_title: found.title,
  workout_date: httpDate(found.workout_date),
})

/** The same, and what was the best before it. */
export const presentImprovedEffort = (
  found: Weighed<ImprovedEffort>,
): Static<typeof improvedEffort> => ({
  ...presentBestEffort(found),
  former: found.former === null ? null : tenths(found.former),
})

/** The efforts of a workout that its charts show, with their places. */
export const presentPlacedEfforts = (
  efforts: readonly Weighed<PlacedEffort>[],
  display: ChartDisplay,
): Static<typeof placedEffort>[] =>
  efforts
    .filter(({ kind }) => canShowEffort(kind, display))
    .map((placed) => ({
      ...presentWeighed(placed),
      place: placeBehind(placed.ahead),
      place_then: placeBehind(placed.ahead_then),
    }))

const placeBehind = (ahead: number) => (ahead < LAST_PLACE ? ahead + 1 : null)

const tenths = (value: number) => roundHalfAway(value, 1)
