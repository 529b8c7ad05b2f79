import { numberOfDay, type Period } from './periods'

/** Numbers from first to last, both included; empty when the last is before the first. */
export interface Span {
  first: number
  last: number
}

/** Of which kept sums a span of days is put together. */
export interface SpanParts {
  /** Numbers of the periods that lie in it as a whole. */
  whole: Span
  /** Numbers of the days in it whose periods do not. */
  days: Span[]
}

/** Divides a span of numbered days, which may be endless on both sides, into whole periods and single days. */
export function divideSpan(period: Period, { first, last }: Span): SpanParts {
  if (last < first) return { whole: NOTHING, days: [] }
  if (period === 'day') return { whole: { first, last }, days: [] }
  const numberOf = (day: number) => (Number.isFinite(day) ? numberOfDay(period, day) : day)
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
  const number = numberOfDay(period, day)
  let last = day
  while (numberOfDay(period, last + 1) === number) last += 1
  return last
}

function firstDayOf(period: Period, day: number): number {
  const number = numberOfDay(period, day)
  let first = day
  while (numberOfDay(period, first - 1) === number) first -= 1
  return first
}
