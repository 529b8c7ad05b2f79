import { t } from 'elysia'
import { describedLike, validatedLater } from '@/server/http/documented-input'
import { sportPreference } from '@/server/responses/accounts/sport'
import { nullable } from '@/server/responses/fields'

/** Accepts values of any type: the use case validates each, with its own message, in the order of the contract. */
const validated = (name: keyof typeof sportPreference.properties) =>
  t.Optional(validatedLater(sportPreference.properties[name]))

export const sportPreferenceChanges = describedLike(
  sportPreference,
  t.Object(
    {
      sport_id: validatedLater(sportPreference.properties.sport_id),
      color: validated('color'),
      is_active: t.Optional(nullable(t.Boolean())),
      stopped_speed_threshold: validated('stopped_speed_threshold'),
      pace_speed_display: validated('pace_speed_display'),
      default_equipment_ids: validated('default_equipment_ids'),
    },
    { minProperties: 2 },
  ),
)
