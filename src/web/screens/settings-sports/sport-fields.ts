import type { Sport, SportInput } from '@/web/api/sports'
import { sportLook } from '@/web/components/sport-looks'
import { typedNumber } from '@/web/format/typed-numbers'
import { t } from '@/web/i18n/text'

/** How the account treats a sport, as it is filled in. */
export type SportFields = {
  active: boolean
  color: string
  threshold: string
  display: NonNullable<SportInput['pace_speed_display']>
  equipment: string[]
}

/** The filled-in form of a sport. */
export const sportFieldsOf = (sport: Sport): SportFields => ({
  active: sport.is_active_for_user,
  color: sportLook(sport.id, sport.color).color,
  threshold: String(sport.stopped_speed_threshold),
  display: sport.pace_speed_display ?? 'speed',
  equipment: sport.default_equipments.map(({ id }) => id),
})

/** What has to be filled in. */
export const SPORT_RULES = {
  threshold: (text: string) => (typedNumber(text) > 0 ? null : t('sports.thresholdRule')),
}

/** What the server is sent: a colour and a display only when they were changed, where the sport has them. */
export function sportInputOf(sport: Sport, fields: SportFields): SportInput {
  const before = sportFieldsOf(sport)
  return {
    sport_id: sport.id,
    is_active: fields.active,
    stopped_speed_threshold: typedNumber(fields.threshold),
    default_equipment_ids: fields.equipment,
    ...(fields.color !== before.color && { color: fields.color }),
    ...(sport.pace_speed_display !== undefined && { pace_speed_display: fields.display }),
  }
}
