import type { PoolUnit } from '@/domain/reference/swimming'
import {
  type DeviceLaps,
  LAP_INTENSITIES,
  type Lap,
  type StrengthSet,
  type SwimLength,
} from '@/domain/tracks/track'
import { createWordMap } from './text/word-map'

const MAX_NAME_LENGTH = 100
/** Larger values, in any unit, cannot be measurements. */
const LIMIT = 1e9

/** Removes unknown values: undefined, NaN, and numbers that no device measures. */
export function dropUnknown<Values extends object>(
  values: Values,
): {
  [Key in keyof Values]?: Exclude<Values[Key], undefined>
} {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== undefined && (typeof value !== 'number' || isMeasured(value)),
  )
  return Object.fromEntries(entries) as ReturnType<typeof dropUnknown<Values>> // only entries were left out
}

const isMeasured = (value: number) => value >= 0 && value <= LIMIT

/** Returns laps ordered by start, with the lengths that started in each; undefined without laps and sets. */
export function deviceLaps(
  laps: readonly Lap[],
  {
    lengths = [],
    poolLength = Number.NaN,
    poolUnit,
    sets = [],
  }: {
    lengths?: readonly SwimLength[]
    poolLength?: number
    poolUnit?: PoolUnit | undefined
    sets?: readonly StrengthSet[]
  } = {},
): DeviceLaps | undefined {
  if (laps.length === 0 && sets.length === 0) return undefined
  const ordered = laps.toSorted((one, other) => one.start - other.start)
  const ofLap = Map.groupBy(lengths, ({ start }) => lapAt(ordered, start))
  return {
    ...dropUnknown({ poolLength, poolUnit }),
    ...(sets.length > 0 && { sets }),
    laps: ordered.map(({ name, ...lap }, index) => {
      const those = ofLap.get(index)
      const label = name
        ?.replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME_LENGTH)
      return { ...lap, ...(label && { name: label }), ...(those && { lengths: those }) }
    }),
  }
}

/** Returns the index of the last lap that started before `moment`; the first one if there is none. */
function lapAt(laps: readonly Lap[], moment: number): number {
  const next = laps.findIndex(({ start }) => start > moment)
  return next < 0 ? laps.length - 1 : Math.max(next - 1, 0)
}

/** Lap triggers by their names in XML formats. */
const TRIGGERS = createWordMap<Lap['trigger']>({
  manual: 'manual',
  time: 'time',
  distance: 'distance',
  location: 'position',
  heartrate: 'heart_rate',
})

/** Parses the trigger of a lap in TCX and related formats. */
export const parseTrigger = (text: string): Lap['trigger'] =>
  TRIGGERS.get(text.trim().toLowerCase())

const INTENSITIES = createWordMap<Lap['intensity']>({
  ...Object.fromEntries(LAP_INTENSITIES.map((each) => [each.replace('_', ''), each])),
  resting: 'rest',
})

/** Parses the intended intensity of a lap in TCX and related formats. */
export const parseIntensity = (text: string): Lap['intensity'] =>
  INTENSITIES.get(text.trim().toLowerCase())
