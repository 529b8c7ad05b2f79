import type { PeriodLoad } from '@/web/api/workouts/training'

/** Id that stands for all sports that are not shown on their own; no sport has it. */
export const OTHER_SPORTS = 0

/** Number of sports that are shown on their own, because more colours could not be told apart. */
const MAX_SPORTS = 5

/** A part of the weekly loads. */
export interface SportShare {
  /** A sport, or `OTHER_SPORTS`. */
  sportId: number
  /** Returns its load in a week. */
  loadIn: (week: Pick<PeriodLoad, 'sports'>) => number
}

/** The sports with the highest loads in some weeks, and one share for all others. */
export function divideBySport(weeks: readonly Pick<PeriodLoad, 'sports'>[]): SportShare[] {
  const totals = new Map<number, number>()
  for (const { sport_id: id, load } of weeks.flatMap(({ sports }) => sports))
    totals.set(id, (totals.get(id) ?? 0) + load)
  const ranked = [...totals].sort(([, one], [, other]) => other - one).map(([id]) => id)
  // A single other sport needs no common name.
  const count = ranked.length === MAX_SPORTS + 1 ? ranked.length : MAX_SPORTS
  const main = ranked.slice(0, count)
  const sumOf = (week: Pick<PeriodLoad, 'sports'>, isIn: (id: number) => boolean) =>
    week.sports.reduce((sum, { sport_id: id, load }) => (isIn(id) ? sum + load : sum), 0)
  const shares = main.map((sportId) => ({
    sportId,
    loadIn: (week: Pick<PeriodLoad, 'sports'>) => sumOf(week, (id) => id === sportId),
  }))
  if (ranked.length === main.length) return shares
  const others = new Set(ranked.slice(count))
  return [
    ...shares,
    { sportId: OTHER_SPORTS, loadIn: (week) => sumOf(week, (id) => others.has(id)) },
  ]
}
