import { type DeviceLaps, LAP_INTENSITIES, type Lap, type SwimLength } from '@/tracks/track'
import { wordsOf } from './words'

const LONGEST_NAME = 100
/** Seconds, metres and the rest: whatever is more was not measured. */
const MOST = 1e9

/** The same without what is not known: undefined, NaN, and numbers that no device measures. */
export function known<Values extends object>(
  values: Values,
): {
  [Key in keyof Values]?: Exclude<Values[Key], undefined>
} {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== undefined && (typeof value !== 'number' || isMeasured(value)),
  )
  return Object.fromEntries(entries) as ReturnType<typeof known<Values>> // only entries were left out
}

const isMeasured = (value: number) => value >= 0 && value <= MOST

/** Laps in the order in which they began, lengths with the lap they began in; undefined without laps. */
export function deviceLaps(
  laps: readonly Lap[],
  {
    lengths = [],
    poolLength = Number.NaN,
  }: { lengths?: readonly SwimLength[]; poolLength?: number } = {},
): DeviceLaps | undefined {
  if (laps.length === 0) return undefined
  const ordered = laps.toSorted((one, other) => one.start - other.start)
  const ofLap = Map.groupBy(lengths, ({ start }) => lapAt(ordered, start))
  return {
    ...known({ poolLength }),
    laps: ordered.map(({ name, ...lap }, index) => {
      const those = ofLap.get(index)
      const label = name
        ?.replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_NAME)
      return { ...lap, ...(label && { name: label }), ...(those && { lengths: those }) }
    }),
  }
}

/** Index of the last lap that had begun by then; the first one for what came before. */
function lapAt(laps: readonly Lap[], moment: number): number {
  const next = laps.findIndex(({ start }) => start > moment)
  return next < 0 ? laps.length - 1 : Math.max(next - 1, 0)
}

/** What the words of XML formats mean. */
const TRIGGERS = wordsOf<Lap['trigger']>({
  manual: 'manual',
  time: 'time',
  distance: 'distance',
  location: 'position',
  heartrate: 'heart_rate',
})

/** What ended a lap, as TCX and its relatives write it. */
export const triggerOf = (text: string): Lap['trigger'] => TRIGGERS.get(text.trim().toLowerCase())

const INTENSITIES = wordsOf<Lap['intensity']>({
  ...Object.fromEntries(LAP_INTENSITIES.map((each) => [each.replace('_', ''), each])),
  resting: 'rest',
})

/** How hard a lap was meant to be, likewise. */
export const intensityOf = (text: string): Lap['intensity'] =>
  INTENSITIES.get(text.trim().toLowerCase())
