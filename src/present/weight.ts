import { type Static, Type } from '@sinclair/typebox'
import type { WeightRow } from '@/db/queries/weights'
import { roundHalfAway } from '@/lib/decimal'
import { number } from './scalars'

export const weight = Type.Object(
  {
    day: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'From which day on, in the calendar of the account.',
      examples: ['2026-11-21'],
    }),
    weight: number('Kilograms.'),
  },
  { $id: 'Weight', description: 'What somebody weighs from a day on; only they see it.' },
)

export const presentWeight = ({ day, kilograms }: WeightRow): Static<typeof weight> => ({
  day,
  weight: roundHalfAway(kilograms, 2),
})
