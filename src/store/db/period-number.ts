import { parsePeriod, periodNumber, periodNumbers } from '@/domain/statistics/periods'

/**
 * The SQL function `period_number(period, instant, timezone)`: the number of the period that contains an instant in a
 * time zone, or 0 for all time. It caches the last day, because it is called for every period of a workout in turn.
 */
export function createPeriodNumber() {
  const last = { instant: Number.NaN, timezone: '', day: 0 }
  return (period: unknown, instant: unknown, timezone: unknown): number => {
    const name = parsePeriod(String(period))
    if (name === undefined) return 0
    if (last.instant !== instant || last.timezone !== timezone)
      Object.assign(last, { instant, timezone, day: dayOf(Number(instant), String(timezone)) })
    return periodNumber(name, last.day)
  }
}

/** Falls back to UTC for an unknown time zone, so that the workout can still be stored. */
function dayOf(instant: number, timezone: string): number {
  try {
    return periodNumbers('day', timezone)(instant)
  } catch {
    return periodNumbers('day', 'UTC')(instant)
  }
}
