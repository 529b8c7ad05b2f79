import { type Static, Type } from '@sinclair/typebox'
import type { WeightRow } from '@/db/queries/weights'
import { roundHalfAway } from '@/lib/decimal'
import { LEAST_WEIGHT, MOST_WEIGHT } from '@/policy/measures'
import { day, number } from './scalars'

export const weight = Type.Object(
  {
    day: day('From which day on, in the calendar of the account.'),
    weight: number('Kilograms.'),
  },
  { $id: 'Weight', description: 'What somebody weighs from a day on; only they see it.' },
)

/** Kilograms as they are sent. */
export const kilograms = Type.Number({
  ...{ minimum: LEAST_WEIGHT, maximum: MOST_WEIGHT },
  description: 'Kilograms.',
})

export const presentWeight = ({ day: from, kilograms }: WeightRow): Static<typeof weight> => ({
  day: from,
  weight: roundHalfAway(kilograms, 2),
})
