import { t } from 'elysia'
import { describedLike, judgedLater } from '@/http/accepted'
import { nullable } from '@/present/scalars'
import { sportPreference } from '@/present/sport'

/** Values of any type pass: each has a message of its own, in the order of the contract. */
const judged = (name: keyof typeof sportPreference.properties) =>
  t.Optional(judgedLater(sportPreference.properties[name]))

export const sportPreferenceChanges = describedLike(
  sportPreference,
  t.Object(
    {
      sport_id: judgedLater(sportPreference.properties.sport_id),
      color: judged('color'),
      is_active: t.Optional(nullable(t.Boolean())),
      stopped_speed_threshold: judged('stopped_speed_threshold'),
      pace_speed_display: judged('pace_speed_display'),
      default_equipment_ids: judged('default_equipment_ids'),
    },
    { minProperties: 2 },
  ),
)
