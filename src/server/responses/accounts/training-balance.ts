import { type Static, Type } from '@sinclair/typebox'
import type { TrainingBalance } from '@/domain/analysis/training-balance'
import { roundHalfAway } from '@/lib/text/decimal'
import { count, day, number, numericId, text } from '@/server/responses/fields'
import { zoneSeconds } from '@/server/responses/workouts/load'
import type { LoadSums } from '@/store/db/queries/workouts/workout-loads'
import { thresholdKind, thresholdValue } from './threshold'

export const dayForm = Type.Object(
  {
    day: day('The day.'),
    load: number('Of the workouts of the day.'),
    fitness: number('Chronic training load: 42 days, exponentially weighted.'),
    fatigue: number('Acute training load: 7 days, exponentially weighted.'),
    form: number('Training stress balance: fitness less fatigue of the day before.'),
  },
  { $id: 'DayTrainingBalance', description: "The caller's training balance after a day." },
)

export const presentDayForm = ({
  day,
  ...form
}: TrainingBalance & { day: string }): Static<typeof dayForm> => ({
  day,
  load: roundHalfAway(form.load, 1),
  fitness: roundHalfAway(form.fitness, 1),
  fatigue: roundHalfAway(form.fatigue, 1),
  form: roundHalfAway(form.form, 1),
})

/** A threshold that an estimate of the training balance uses because the caller has not set it. */
export const estimatedThreshold = Type.Object({
  kind: thresholdKind,
  value: thresholdValue,
  day: day('The first day that the estimate takes into account.'),
  is_assumed: Type.Boolean({
    description: 'Whether it is a typical value; otherwise best efforts suggest it.',
  }),
})

export const presentEstimatedThreshold = ({
  isAssumed,
  ...threshold
}: EstimatedThreshold): Static<typeof estimatedThreshold> => ({
  ...threshold,
  is_assumed: isAssumed,
})

/** The parts of an estimated threshold; responses must not import from use cases. */
interface EstimatedThreshold extends Omit<Static<typeof estimatedThreshold>, 'is_assumed'> {
  isAssumed: boolean
}

export const periodLoad = Type.Object(
  {
    period: text('`2026`, `2026-11`, or its first day.'),
    workouts: count('Workouts with any of this data.'),
    loads: count('Workouts that have a load.'),
    estimates: count('Number of estimated loads, for workouts without a recording.'),
    load: number('Sum of their loads.'),
    trimp: number('Sum of their TRIMP.'),
    sports: Type.Array(
      Type.Object({
        sport_id: numericId('The sport.'),
        load: number('Sum of the loads of its workouts.'),
      }),
      { description: 'The sports with a load.' },
    ),
    zones: Type.Object({ heart_rate: zoneSeconds, power: zoneSeconds, pace: zoneSeconds }),
    fitness: Type.Optional(number('After the week, or today.')),
    ramp: Type.Optional(number('Increase of fitness in the week.')),
  },
  { $id: 'PeriodLoad', description: 'Training load and time in zones of a period.' },
)

interface Summed extends Omit<LoadSums, 'number'> {
  name: string
  fitness: number | undefined
  ramp: number | undefined
}

export const presentPeriodLoad = ({
  name,
  fitness,
  ramp,
  ...sums
}: Summed): Static<typeof periodLoad> => ({
  period: name,
  workouts: sums.workouts,
  loads: sums.loads,
  estimates: sums.estimates,
  load: roundHalfAway(sums.load, 1),
  trimp: roundHalfAway(sums.trimp, 1),
  sports: sums.sports.map(({ sportId, load }) => ({
    sport_id: sportId,
    load: roundHalfAway(load, 1),
  })),
  zones: sums.zones,
  ...(fitness !== undefined && { fitness: roundHalfAway(fitness, 1) }),
  ...(ramp !== undefined && { ramp: roundHalfAway(ramp, 1) }),
})
