import { numberOfDay, parsePeriod, periodNumbers } from '@/stats/periods'

/**
 * The SQL function `period_number(period, instant, timezone)`: the number of the period that an instant lies in by the
 * clocks of a zone, 0 for all time. It remembers the last day, since it is asked for every period of a workout in turn.
 */
export function periodNumber() {
  const last = { instant: Number.NaN, timezone: '', day: 0 }
  return (period: unknown, instant: unknown, timezone: unknown): number => {
    const name = parsePeriod(String(period))
    if (name === undefined) return 0
    if (last.instant !== instant || last.timezone !== timezone)
      Object.assign(last, { instant, timezone, day: dayOf(Number(instant), String(timezone)) })
    return numberOfDay(name, last.day)
  }
}

/** A zone that is no longer known is no reason to lose a workout. */
function dayOf(instant: number, timezone: string): number {
  try {
    return periodNumbers('day', timezone)(instant)
  } catch {
    return periodNumbers('day', 'UTC')(instant)
  }
}
