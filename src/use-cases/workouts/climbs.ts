import { badRequestAs } from '@/errors'
import { roundHalfAway } from '@/lib/decimal'
import type { Climbs } from './manual-numbers'

/**
 * Ascent and descent of a payload: both numbers, or both null (or absent).
 *
 * @throws 400 when only one is given, or one is negative or no number.
 */
export function requireClimbs({
  ascent,
  descent,
}: {
  ascent?: unknown
  descent?: unknown
}): Climbs {
  if (isAbsent(ascent) && isAbsent(descent)) return { ascent: null, descent: null }
  if (!isHeight(ascent) || !isHeight(descent))
    throw badRequestAs('invalid', 'invalid ascent or descent')
  return { ascent: roundHalfAway(ascent, 3), descent: roundHalfAway(descent, 3) }
}

const isAbsent = (value: unknown) => value === undefined || value === null

const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
