import { type Static, Type } from '@sinclair/typebox'
import type { StrengthSetWithRest } from '@/domain/analysis/sets/strength-sets'
import type { SwimSet } from '@/domain/analysis/sets/swim-sets'
import { EXERCISES } from '@/domain/reference/exercises'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import { roundHalfAway } from '@/lib/text/decimal'
import { count, flag, number, oneOf } from '@/server/responses/fields'
import { secondsFromStart } from './effort'
import { meanSwolfOfLengths, optional, present, rounded, stroke, strokes } from './workout-laps'

const swimSet = Type.Object(
  {
    start: secondsFromStart,
    duration: number('Seconds until its last length ended.'),
    swum: number('Seconds of its lengths, for its pace.'),
    distance: number('Kilometres.'),
    lengths: count('Number of lengths; 0 for a drill that was only timed.'),
    first_length: count('Index of its first length among the lengths of all laps, with rests.'),
    drill: flag('Whether it is a drill.'),
    stroke,
    strokes,
    ave_cadence: optional('Strokes per minute.'),
    swolf: meanSwolfOfLengths,
    ave_hr: optional('Mean heart rate in beats per minute.'),
    rest: optional('Seconds until the next set; absent after the last one.'),
  },
  { $id: 'SwimSet', description: 'Consecutive lengths of a pool between two rests.' },
)

const strengthSet = Type.Object(
  {
    start: secondsFromStart,
    duration: optional('In seconds.'),
    repetitions: optional('Number of repetitions.'),
    weight: optional('Kilograms.'),
    exercise: Type.Optional(oneOf(EXERCISES, 'Category of the exercise.')),
    rest: optional('Seconds of rest after it.'),
  },
  { $id: 'StrengthSet', description: 'A set of strength training, as the device recorded it.' },
)

export const deviceSets = {
  swim_sets: Type.Optional(
    Type.Array(swimSet, {
      description:
        'Lengths between two rests, with drills apart; absent unless the device counted lengths.',
    }),
  ),
  strength_sets: Type.Optional(
    Type.Array(strengthSet, { description: 'Sets of strength training; absent without any.' }),
  ),
}

/** Sets of a pool swim; nothing without any. */
export const presentSwimSets = (
  sets: readonly SwimSet[],
  display: ChartDisplay,
): { swim_sets?: Static<typeof swimSet>[] } =>
  sets.length === 0 ? {} : { swim_sets: sets.map((set) => presentSwimSet(set, display)) }

const presentSwimSet = (set: SwimSet, display: ChartDisplay): Static<typeof swimSet> => ({
  start: roundHalfAway(set.start, 1),
  duration: roundHalfAway(set.elapsed, 1),
  swum: roundHalfAway(set.swum, 1),
  distance: roundHalfAway(set.metres / METRES_PER_KM, 3),
  lengths: set.lengths,
  first_length: set.firstLength,
  drill: set.isDrill,
  ...present({
    stroke: set.stroke,
    strokes: set.strokes,
    ave_cadence: display.cadence === 'none' ? undefined : rounded(set.strokeRate, 0),
    swolf: rounded(set.swolf, 1),
    ave_hr: display.hr ? rounded(set.aveHr, 0) : undefined,
    rest: rounded(set.rest, 1),
  }),
})

/** Sets of strength training; nothing without any. */
export const presentStrengthSets = (
  sets: readonly StrengthSetWithRest[],
): { strength_sets?: Static<typeof strengthSet>[] } =>
  sets.length === 0
    ? {}
    : {
        strength_sets: sets.map(({ start, elapsed, repetitions, kilograms, exercise, rest }) => ({
          start: roundHalfAway(start, 1),
          ...present({
            duration: rounded(elapsed, 1),
            repetitions,
            weight: rounded(kilograms, 2),
            exercise,
            rest: rounded(rest, 1),
          }),
        })),
      }
