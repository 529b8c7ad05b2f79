import type { ListSearch } from '@/web/api/workouts/workout-filters'
import { getVisibilityName } from '@/web/components/forms/visibility-options'
import { formatDate } from '@/web/format/dates'
import { formatFieldNumber, parseNumber } from '@/web/format/typed-numbers'
import { toDistance } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'
import { filterRanges, shownFilter } from './filter-fields'

/** An active filter as text, and the URL parameters that it consists of. */
export type FilterChip = { text: string; names: (keyof ListSearch)[] }

/** Looks up the names of ids in filters. */
export type ChipNames = {
  sport: (id: string) => string | undefined
  equipment: (id: string) => string | undefined
}

const TEXTS = [
  ['title', 'add.name'],
  ['description', 'workout.description'],
  ['notes', 'workout.notes'],
] as const

/** All filters of the URL as texts, in a fixed order. */
export function listChips(
  search: ListSearch,
  { names, preferences }: { names: ChipNames; preferences: Preferences },
): FilterChip[] {
  const day = (text: string | undefined) =>
    text && formatDate(new Date(`${text}T12:00:00Z`), { ...preferences, timeZone: 'UTC' })
  const chips: (FilterChip | false | undefined | '')[] = [
    ...TEXTS.map(
      ([name, label]) =>
        search[name] && {
          text: t('filter.text', { label: t(label), text: search[name] }),
          names: [name],
        },
    ),
    search.sport_id && {
      text: names.sport(search.sport_id) ?? t('add.sport'),
      names: ['sport_id'],
    },
    search.equipment_id && {
      text:
        search.equipment_id === 'none'
          ? t('filter.withoutEquipment')
          : (names.equipment(search.equipment_id) ?? t('settings.equipment')),
      names: ['equipment_id'],
    },
    search.workout_visibility && {
      text: getVisibilityName(search.workout_visibility),
      names: ['workout_visibility'],
    },
    rangeChip('', { from: day(search.from), to: day(search.to) }, ['from', 'to']),
    ...filterRanges(search.sport_id, preferences.units).map(({ label, unit, from, to }) => {
      const write = (name: typeof from) => {
        const shown = shownFilter(name, search, preferences.units)
        return shown && `${shown} ${from === 'duration_from' ? t('unit.h') : unit}`
      }
      return rangeChip(t(label), { from: write(from), to: write(to) }, [from, to])
    }),
    search.coordinates && {
      text: t('filter.near', {
        place: search.place ?? search.coordinates,
        radius: distanceText(search.radius ?? '10', preferences),
      }),
      names: ['coordinates', 'radius', 'place'],
    },
  ]
  return chips.filter((chip) => Boolean(chip)) as FilterChip[]
}

function rangeChip(
  label: string,
  { from, to }: { from: string | undefined; to: string | undefined },
  names: FilterChip['names'],
): FilterChip | undefined {
  if (!from && !to) return undefined
  const range =
    from && to
      ? t('filter.between', { from, to })
      : from
        ? t('filter.since', { from })
        : t('filter.until', { to: to ?? '' })
  return { text: `${label} ${range}`.trim(), names }
}

function distanceText(text: string, { units }: Preferences): string {
  const unit = t(units === 'metric' ? 'unit.km' : 'unit.mi')
  return `${formatFieldNumber(toDistance(parseNumber(text), units))} ${unit}`
}
