import type { Analysis } from '@/web/api/workouts/efforts'
import { formatClock } from '@/web/format/duration'
import { formatCount, formatQuantity } from '@/web/format/quantity'
import { formatSwimSpeed } from '@/web/format/speed'
import { formatSportDistance } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'
import { STROKE_NAMES } from './stroke-names'

/** Lengths without a rest in between. */
export type SwimSet = NonNullable<Analysis['swim_sets']>[number]
/** One length of the pool. */
export type Length = NonNullable<Analysis['laps'][number]['lengths']>[number]

const SECONDS_PER_HOUR = 3600

/** A column of the table of sets. */
export interface SetColumn {
  label: TextKey
  /** Undefined if it is not shown. */
  read: (set: SwimSet) => string | undefined
  readLength: (length: Length) => string | undefined
}

/** The distance of a set, which is rounded to metres: that would change the pace in a pool in yards. */
const getKilometres = ({ distance, lengths }: SwimSet, poolKm: number): number =>
  poolKm > 0 ? poolKm * lengths : distance

/** The columns for which a set or length has a value. `poolKm` is the length of the pool in kilometres. */
export function setColumns(
  sets: readonly SwimSet[],
  { poolKm, sportId }: { poolKm: number; sportId: number },
  preferences: Preferences,
): SetColumn[] {
  const distance = (km: number) => formatQuantity(formatSportDistance(km, sportId, preferences))
  const pace = (km: number, seconds: number | undefined) =>
    seconds
      ? formatQuantity(formatSwimSpeed((km / seconds) * SECONDS_PER_HOUR, preferences))
      : undefined
  const count = (value: number | undefined, unit = '') =>
    value === undefined ? undefined : formatQuantity(formatCount(value, unit, preferences))
  const name = (stroke: SwimSet['stroke']) => stroke && t(STROKE_NAMES[stroke])
  const none = () => undefined
  const columns: SetColumn[] = [
    {
      label: 'stat.distance',
      read: (set) => distance(set.distance),
      readLength: () => distance(poolKm),
    },
    {
      label: 'climb.time',
      read: ({ swum }) => formatClock(swum),
      readLength: ({ duration }) => (duration && formatClock(duration)) || undefined,
    },
    {
      label: 'series.pace',
      read: (set) => pace(getKilometres(set, poolKm), set.swum),
      readLength: ({ duration }) => pace(poolKm, duration),
    },
    {
      label: 'swim.stroke',
      read: ({ stroke, drill }) => (drill ? t('swim.drill') : name(stroke)),
      readLength: ({ stroke }) => name(stroke),
    },
    {
      label: 'swim.strokes',
      read: ({ strokes }) => count(strokes),
      readLength: ({ strokes }) => count(strokes || undefined),
    },
    {
      label: 'swim.swolf',
      read: ({ swolf }) => count(swolf),
      readLength: ({ swolf }) => count(swolf),
    },
    {
      label: 'series.cadence',
      // Without its unit, which would make the table too wide.
      read: ({ ave_cadence }) => count(ave_cadence),
      readLength: none,
    },
    { label: 'series.hr', read: ({ ave_hr }) => count(ave_hr, t('unit.bpm')), readLength: none },
    {
      label: 'lap.rest',
      read: ({ rest }) => (rest ? formatClock(rest) : undefined),
      readLength: none,
    },
  ]
  return columns.filter(({ read }) => sets.some((set) => read(set) !== undefined))
}
