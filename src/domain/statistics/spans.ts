import { type Period, periodNumber } from './periods'

/** Numbers from `first` to `last`, both included; empty when `last` is before `first`. */
export interface Span {
  first: number
  last: number
}

/** The stored sums that together cover a span of days. */
export interface SpanParts {
  /** Numbers of the periods that are completely within the span. */
  whole: Span
  /** Numbers of the remaining days. */
  days: Span[]
}

/** Divides a span of numbered days, which may be unbounded on both sides, into whole periods and single days. */
export function divideSpan(period: Period, { first, last }: Span): SpanParts {
  if (last < first) return { whole: NOTHING, days: [] }
  if (period === 'day') return { whole: { first, last }, days: [] }
  const numberOf = (day: number) => (Number.isFinite(day) ? periodNumber(period, day) : day)
  const [head, tail] = [numberOf(first), numberOf(last)]
  const isHeadCut = Number.isFinite(first) && numberOf(first - 1) === head
  const isTailCut = Number.isFinite(last) && numberOf(last + 1) === tail
  if (head === tail && (isHeadCut || isTailCut)) return { whole: NOTHING, days: [{ first, last }] }
  const whole = { first: head + (isHeadCut ? 1 : 0), last: tail - (isTailCut ? 1 : 0) }
  return {
    whole,
    days: [
      ...(isHeadCut ? [{ first, last: lastDayOf(period, first) }] : []),
      ...(isTailCut ? [{ first: firstDayOf(period, last), last }] : []),
    ],
  }
}

const NOTHING: Span = { first: 1, last: 0 }

function lastDayOf(period: Period, day: number): number {
  const number = periodNumber(period, day)
  let last = day
  while (periodNumber(period, last + 1) === number) last += 1
  return last
}

function firstDayOf(period: Period, day: number): number {
  const number = periodNumber(period, day)
  let first = day
  while (periodNumber(period, first - 1) === number) first -= 1
  return first
}
