import type { Lap } from '@/web/api/workouts/efforts'
import type { TextKey } from '@/web/i18n/text'

/** Names of swim strokes. */
export const STROKE_NAMES: Readonly<Record<NonNullable<Lap['stroke']>, TextKey>> = {
  freestyle: 'swim.freestyle',
  backstroke: 'swim.backstroke',
  breaststroke: 'swim.breaststroke',
  butterfly: 'swim.butterfly',
  drill: 'swim.drill',
  mixed: 'swim.mixed',
  medley: 'swim.medley',
  medley_by_round: 'swim.medleyByRound',
  reverse_medley: 'swim.reverseMedley',
}
