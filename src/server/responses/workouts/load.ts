import { type Static, Type } from '@sinclair/typebox'
import type { Intensity } from '@/domain/analysis/intensity'
import {
  computePowerFigures,
  type DistanceAndTime,
  LOAD_SOURCES,
  type Load,
  type LoadEvaluation,
  paceEfficiency,
} from '@/domain/analysis/load'
import type { ZoneKind, Zones } from '@/domain/analysis/zones'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import { roundHalfAway, type Scale } from '@/lib/text/decimal'
import { count, flag, nullable, number, oneOf } from '@/server/responses/fields'

const known = (description: string) => nullable(number(description))

const load = Type.Object(
  {
    source: oneOf(LOAD_SOURCES, 'The kind of load: TSS, rTSS (sTSS in water) or hrTSS.'),
    value: number('An hour at the threshold is 100.'),
    intensity_factor: known('Share of the threshold; null for loads based on heart rate.'),
    is_estimate: flag('Whether it is estimated from averages, without a recording.'),
  },
  { $id: 'TrainingLoad', description: 'The training load of a workout.' },
)

export const zoneSeconds = Type.Array(count('Seconds in a zone, from easy to hard.'))

const zones = Type.Object(
  {
    seconds: zoneSeconds,
    ends: Type.Optional(
      Type.Array(
        Type.Integer({
          description:
            'Upper end of each zone except the last: its highest beats per minute or watts, or its fewest seconds per kilometre. Only included for the owner.',
        }),
      ),
    ),
  },
  { $id: 'ZoneTimes', description: 'Time in zones.' },
)

export const workoutLoad = Type.Object({
  load: Type.Optional(nullable(load)),
  loads: Type.Array(load, { description: 'By each available source.' }),
  trimp: Type.Optional(known('Training impulse by Banister.')),
  power: Type.Optional(
    Type.Object({
      mean: number('Mean watts.'),
      normalized: known('Normalized power in watts.'),
      work: number('Kilojoules.'),
      variability: known('Normalized by mean power.'),
      efficiency: Type.Optional(known('Normalized watts for a beat per minute.')),
      decoupling: Type.Optional(
        known('Percent by which watts for a heartbeat fell in the second half.'),
      ),
    }),
  ),
  pace: Type.Optional(
    Type.Object({
      graded_pace: known('Seconds per kilometre on the level, normalized.'),
      efficiency: Type.Optional(known('Metres on the level a minute for a beat per minute.')),
      decoupling: Type.Optional(
        known('Percent by which metres for a heartbeat fell in the second half.'),
      ),
    }),
  ),
  swum: Type.Optional(
    Type.Object(
      {
        distance: known('Metres.'),
        seconds: count('In motion; in a pool without the rests at the wall.'),
      },
      { description: 'The basis of the training load of a swim.' },
    ),
  ),
  zones: Type.Object({
    heart_rate: Type.Optional(zones),
    power: Type.Optional(zones),
    pace: Type.Optional(zones),
  }),
})

/** The analysis of a workout, and the visitor's permissions. */
interface WorkoutLoadData {
  intensity: Intensity | undefined
  evaluation: LoadEvaluation
  swum: DistanceAndTime | undefined
  display: ChartDisplay
  onFoot: boolean
  isOwn: boolean
}

/** Presents each number only to visitors who may see the measurements behind it. */
export function presentWorkoutLoad(data: WorkoutLoadData): Static<typeof workoutLoad> {
  const { intensity, evaluation, swum, display, onFoot } = data
  const { load: chosen, loads, trimp } = evaluation
  const isSeen = ({ source }: Load) => canSee(source, display)
  return {
    ...((!chosen || isSeen(chosen)) && { load: chosen ? presentLoad(chosen) : null }),
    loads: loads.filter(isSeen).map(presentLoad),
    ...(display.hr && { trimp: rounded(trimp, 1) }),
    ...(intensity && presentPower(intensity, display)),
    ...(intensity && onFoot && { pace: presentPace(intensity, display) }),
    ...(swum && { swum: { distance: rounded(swum.metres, 0), seconds: Math.round(swum.seconds) } }),
    zones: Object.fromEntries(
      (['heart_rate', 'power', 'pace'] as const).flatMap((kind) => {
        const found = evaluation.zones[kind]
        return found && canSee(kind, display) ? [[kind, presentZones(found, data.isOwn)]] : []
      }),
    ),
  }
}

const canSee = (kind: ZoneKind, { hr, power }: ChartDisplay): boolean =>
  (kind !== 'heart_rate' || hr) && (kind !== 'power' || power)

const presentLoad = (data: Load): Static<typeof load> => ({
  source: data.source,
  value: roundHalfAway(data.value, 1),
  intensity_factor: rounded(data.intensityFactor, 3),
  is_estimate: data.isEstimate,
})

const presentZones = ({ ends, seconds: times }: Zones, isOwn: boolean): Static<typeof zones> => ({
  seconds: [...times],
  ...(isOwn && { ends: [...ends] }),
})

function presentPower(intensity: Intensity, { power, hr }: ChartDisplay) {
  const numbers = power ? computePowerFigures(intensity) : undefined
  if (!numbers) return {}
  return {
    power: {
      mean: roundHalfAway(numbers.mean, 0),
      normalized: rounded(numbers.normalised, 0),
      work: roundHalfAway(numbers.work, 0),
      variability: rounded(numbers.variability, 2),
      ...(hr && {
        efficiency: rounded(numbers.efficiency, 2),
        decoupling: percent(intensity.powerDrift),
      }),
    },
  }
}

const presentPace = (intensity: Intensity, { hr }: ChartDisplay) => ({
  graded_pace: intensity.gradedSpeed ? roundHalfAway(1000 / intensity.gradedSpeed, 0) : null,
  ...(hr && {
    efficiency: rounded(paceEfficiency(intensity), 2),
    decoupling: percent(intensity.paceDrift),
  }),
})

const rounded = (value: number | undefined, scale: Scale) =>
  value === undefined ? null : roundHalfAway(value, scale)

const percent = (share: number | undefined) =>
  share === undefined ? null : roundHalfAway(share * 100, 1)
