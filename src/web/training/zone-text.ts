import type { ZoneKind } from '@/web/api/workouts/training'
import {
  formatCount,
  formatPace,
  formatQuantity,
  formatSwimPace,
  type NumberPreferences,
  type Quantity,
} from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'

/** Text keys for the names of the measurements that have zones. */
export const ZONE_KIND_NAMES: Readonly<Record<ZoneKind, TextKey>> = {
  heart_rate: 'series.hr',
  power: 'series.power',
  pace: 'series.pace',
}

/** Names of seven heart rate or pace zones: by convention the fifth zone is divided into three. */
const DIVIDED_ZONES = ['1', '2', '3', '4', '5a', '5b', '5c']

/** Returns the name of the zone at `index`, 0 being the easiest. */
export const formatZoneName = (kind: ZoneKind, index: number, count: number): string =>
  t('zone.name', {
    number:
      (kind !== 'power' && count === DIVIDED_ZONES.length && DIVIDED_ZONES[index]) ||
      String(index + 1),
  })

/** Returns the range of each zone as text. */
export function formatZoneRanges(
  kind: ZoneKind,
  ends: readonly number[],
  preferences: NumberPreferences,
  swims = false,
): string[] {
  const quantity = (value: number): Quantity => {
    if (kind === 'power') return formatCount(value, t('unit.w'), preferences)
    if (kind === 'heart_rate') return formatCount(value, t('unit.bpm'), preferences)
    if (swims) return formatSwimPace(value / 10, preferences)
    return formatPace(value, preferences)
  }
  const write = (value: number): string => formatQuantity(quantity(value))
  const isPace = kind === 'pace'
  const last = ends.at(-1)
  return [
    ...ends.map((end, index) => {
      const before = ends[index - 1]
      if (before === undefined) return `${isPace ? '≥' : '≤'} ${write(end)}`
      return `${quantity(isPace ? before - 1 : before + 1).value}–${write(end)}`
    }),
    ...(last === undefined ? [] : [`${isPace ? '<' : '>'} ${write(last)}`]),
  ]
}
