import type { ZoneKind } from '@/web/api/training'
import {
  countOf,
  type NumberPreferences,
  paceOf,
  plain,
  type Quantity,
  swimPaceOf,
} from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'

/** What is measured in zones. */
export const ZONE_KIND_NAMES: Readonly<Record<ZoneKind, TextKey>> = {
  heart_rate: 'series.hr',
  power: 'series.power',
  pace: 'series.pace',
}

/** Coaches divide the fifth of seven zones of heart rate and pace. */
const DIVIDED = ['1', '2', '3', '4', '5a', '5b', '5c']

/** The name of a zone, the easiest first. */
export const zoneName = (kind: ZoneKind, index: number, count: number): string =>
  t('zone.name', {
    number: (kind !== 'power' && count === DIVIDED.length && DIVIDED[index]) || String(index + 1),
  })

/** From where to where each zone reaches. */
export function zoneRanges(
  kind: ZoneKind,
  ends: readonly number[],
  preferences: NumberPreferences,
  swims = false,
): string[] {
  const quantity = (value: number): Quantity => {
    if (kind === 'power') return countOf(value, t('unit.w'), preferences)
    if (kind === 'heart_rate') return countOf(value, t('unit.bpm'), preferences)
    if (swims) return swimPaceOf(value / 10, preferences)
    return paceOf(value, preferences)
  }
  const write = (value: number): string => plain(quantity(value))
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
