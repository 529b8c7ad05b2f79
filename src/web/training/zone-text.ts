import type { ZoneKind } from '@/web/api/training'
import { formatClock } from '@/web/format/duration'
import { countOf, type NumberPreferences, paceOf, plain } from '@/web/format/quantity'
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
  const write = (value: number): string => {
    if (kind === 'power') return plain(countOf(value, t('unit.w'), preferences))
    if (kind === 'heart_rate') return plain(countOf(value, t('unit.bpm'), preferences))
    if (swims) return `${formatClock(value / 10)} /100 ${t('unit.m')}`
    return plain(paceOf(value, preferences))
  }
  const isPace = kind === 'pace'
  const last = ends.at(-1)
  return [
    ...ends.map((end, index) => {
      const before = ends[index - 1]
      if (before === undefined) return `${isPace ? '≥' : '≤'} ${write(end)}`
      return `${write(isPace ? before - 1 : before + 1)} – ${write(end)}`
    }),
    ...(last === undefined ? [] : [`${isPace ? '<' : '>'} ${write(last)}`]),
  ]
}
