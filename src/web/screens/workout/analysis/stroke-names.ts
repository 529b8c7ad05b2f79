import type { Lap } from '@/web/api/efforts'
import type { TextKey } from '@/web/i18n/text'

/** Texts of the strokes of swimmers. */
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
