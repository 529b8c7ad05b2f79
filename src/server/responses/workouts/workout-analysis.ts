import { type Static, Type } from '@sinclair/typebox'
import { CLIMB_CATEGORIES, type Climb } from '@/domain/analysis/climbs'
import type { Conditions } from '@/domain/analysis/conditions'
import type { Effort } from '@/domain/analysis/efforts'
import type { EnergyEstimate } from '@/domain/analysis/energy'
import type { Pause } from '@/domain/analysis/pauses'
import type { StrengthSetWithRest } from '@/domain/analysis/sets/strength-sets'
import type { SwimSet } from '@/domain/analysis/sets/swim-sets'
import type { Split } from '@/domain/analysis/splits'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import type { DeviceLaps, StreamName } from '@/domain/tracks/track'
import { roundHalfAway, type Scale } from '@/lib/text/decimal'
import { flag, nullable, number, oneOf } from '@/server/responses/fields'
import { conditions, presentConditions } from './conditions'
import { canShowEffort, effort, presentEffort } from './effort'
import { energy, presentEnergy } from './energy'
import { presentStreamName, streamName } from './workout-chart'
import { deviceLaps, presentLaps } from './workout-laps'
import { deviceSets, presentStrengthSets, presentSwimSets } from './workout-sets'

const KMH_PER_MS = 3.6

const seconds = (description: string) => number(`${description} In seconds.`)
const START = 'From the start of the recording to its beginning.'
const sensor = (description: string) => Type.Optional(nullable(number(description)))

const split = Type.Object(
  {
    distance: number('Kilometres; the last split is the remainder.'),
    start: seconds(START),
    duration: seconds('Elapsed time, with pauses.'),
    moving: seconds('Of it in motion.'),
    ave_speed: Type.Optional(
      number('km/h in motion, without jumps of the receiver; absent without motion.'),
    ),
    ascent: sensor('Metres up; absent for sports on level ground.'),
    descent: sensor('Metres down; absent for sports on level ground.'),
    level_distance: Type.Optional(
      nullable(
        number(
          'Kilometres of level ground that would have taken as much energy (Minetti 2002); on foot only.',
        ),
      ),
    ),
    ave_hr: sensor('Beats per minute over the time that was measured.'),
    ave_cadence: sensor('Steps or turns per minute over the time that was measured.'),
    ave_power: sensor('Watts over the time that was measured.'),
  },
  { $id: 'Split', description: 'A part of a workout between two marks of its distance.' },
)

const pause = Type.Object(
  {
    start: seconds(START),
    duration: seconds('Duration of the pause.'),
    distance: number('Kilometres from the start of the workout.'),
    recorded: flag('Whether the device continued recording.'),
  },
  {
    $id: 'Pause',
    description:
      'At least ten seconds without motion. For recordings without positions, only rests at the wall of a pool are detected.',
  },
)

const climb = Type.Object(
  {
    start: seconds(START),
    duration: seconds('Pauses included.'),
    from: number('Kilometres from the start of the workout to its foot.'),
    distance: number('Kilometres from foot to top.'),
    gain: number('Metres from foot to top.'),
    gradient: number('Mean, in percent.'),
    max_gradient: number('Of its steepest 100 metres, in percent.'),
    vam: number('Metres climbed per hour.'),
    category: oneOf(CLIMB_CATEGORIES, 'By length times gradient, HC the hardest.'),
  },
  { $id: 'Climb', description: 'A section with an ascent of at least 3 %.' },
)

export const workoutAnalysis = Type.Object({
  splits: Type.Object({
    km: Type.Optional(Type.Array(split)),
    mile: Type.Optional(Type.Array(split)),
    hundred_metres: Type.Optional(Type.Array(split)),
  }),
  pauses: Type.Array(pause),
  efforts: Type.Array(effort),
  climbs: Type.Array(climb),
  energy: Type.Optional(energy),
  conditions: Type.Optional(conditions),
  ...deviceLaps,
  ...deviceSets,
  streams: Type.Array(streamName, {
    description: 'Names of the additional columns that `chart_data` returns with `streams`.',
  }),
})

/** The analysis of a workout, and the visitor's permissions. */
interface Analysed {
  splits: Partial<Record<'km' | 'mile' | 'hundred_metres', Split[]>>
  pauses: readonly Pause[]
  efforts: readonly Effort[]
  climbs: readonly Climb[]
  laps: DeviceLaps | undefined
  swimSets: readonly SwimSet[]
  strengthSets: readonly StrengthSetWithRest[]
  streams: readonly StreamName[]
  onFoot: boolean
  energy: EnergyEstimate | undefined
  conditions: Conditions
  display: ChartDisplay
  showsCalories: boolean
  /** Microseconds since the Unix epoch. */
  startedAt: number
}

export const presentAnalysis = ({
  splits,
  pauses,
  efforts,
  climbs,
  laps,
  swimSets,
  strengthSets,
  streams,
  onFoot,
  energy: estimate,
  conditions: found,
  ...shown
}: Analysed): Static<typeof workoutAnalysis> => ({
  splits: Object.fromEntries(
    Object.entries(splits).map(([unit, parts]) => [
      unit,
      parts.map((part) => presentSplit(part, shown.display, onFoot)),
    ]),
  ),
  pauses: pauses.map(({ start, elapsed, metres, isUnrecorded }) => ({
    start: tenths(start),
    duration: tenths(elapsed),
    distance: kilometres(metres),
    recorded: !isUnrecorded,
  })),
  efforts: efforts.filter(({ kind }) => canShowEffort(kind, shown.display)).map(presentEffort),
  climbs: shown.display.elevation ? climbs.map(presentClimb) : [],
  ...presentLaps(laps, shown),
  ...presentSwimSets(swimSets, shown.display),
  ...presentStrengthSets(strengthSets),
  streams: streams.map(presentStreamName),
  ...(estimate && { energy: presentEnergy(estimate) }),
  ...(Object.keys(found).length > 0 && { conditions: presentConditions(found) }),
})

function presentSplit(
  part: Split,
  { elevation, hr, cadence, power }: ChartDisplay,
  onFoot: boolean,
) {
  return {
    distance: kilometres(part.distance),
    start: tenths(part.start),
    duration: tenths(part.elapsed),
    moving: tenths(part.moving),
    ...(part.speed !== null && { ave_speed: roundHalfAway(part.speed * KMH_PER_MS, 2) }),
    ...(elevation && {
      ascent: rounded(part.ascent, 1),
      descent: rounded(part.descent, 1),
    }),
    ...(elevation &&
      onFoot && {
        level_distance: part.levelDistance === null ? null : kilometres(part.levelDistance),
      }),
    ...(hr && { ave_hr: rounded(part.aveHr, 0) }),
    ...(cadence !== 'none' && {
      ave_cadence: rounded(cadence === 'spm' ? doubled(part.aveCadence) : part.aveCadence, 0),
    }),
    ...(power && { ave_power: rounded(part.avePower, 0) }),
  }
}

const presentClimb = (climb: Climb) => ({
  start: tenths(climb.start),
  duration: tenths(climb.elapsed),
  from: kilometres(climb.from),
  distance: kilometres(climb.length),
  gain: tenths(climb.gain),
  gradient: tenths((climb.gain / climb.length) * 100),
  max_gradient: tenths(climb.steepest),
  vam: roundHalfAway(climb.elapsed > 0 ? (climb.gain / climb.elapsed) * 3600 : 0, 0),
  category: climb.category,
})

const doubled = (value: number | null) => (value === null ? null : value * 2)
const rounded = (value: number | null, scale: Scale) =>
  value === null ? null : roundHalfAway(value, scale)
const tenths = (value: number) => roundHalfAway(value, 1)
const kilometres = (metres: number) => roundHalfAway(metres / 1000, 3)
