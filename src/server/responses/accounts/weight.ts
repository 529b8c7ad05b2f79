import { type Static, Type } from '@sinclair/typebox'
import { roundHalfAway } from '@/lib/text/decimal'
import { MAX_WEIGHT, MIN_WEIGHT } from '@/policy/weight-limits'
import { day, number } from '@/server/responses/fields'
import type { WeightRow } from '@/store/db/queries/accounts/weights'

export const weight = Type.Object(
  {
    day: day('Day from which the weight applies, in the calendar of the account.'),
    weight: number('Kilograms.'),
  },
  { $id: 'Weight', description: "A user's weight from a day on, visible to the user only." },
)

/** Kilograms in requests. */
export const kilograms = Type.Number({
  ...{ minimum: MIN_WEIGHT, maximum: MAX_WEIGHT },
  description: 'Kilograms.',
})

export const presentWeight = ({ day: from, kilograms }: WeightRow): Static<typeof weight> => ({
  day: from,
  weight: roundHalfAway(kilograms, 2),
})
