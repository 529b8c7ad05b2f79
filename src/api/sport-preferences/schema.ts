import { t } from 'elysia'

/** Values of any type pass: each has a message of its own, in the order of the contract. */
const judgedLater = t.Optional(t.Unknown())

export const sportPreferenceChanges = t.Object(
  {
    sport_id: t.Integer(),
    /** `#RGB` or `#RRGGBB`. */
    color: judgedLater,
    is_active: t.Optional(t.Boolean()),
    /** km/h, greater than 0. */
    stopped_speed_threshold: judgedLater,
    pace_speed_display: t.Optional(
      t.Union([t.Literal('pace'), t.Literal('speed'), t.Literal('pace_and_speed')]),
    ),
    /** Short identifiers; an empty list clears. */
    default_equipment_ids: judgedLater,
  },
  { minProperties: 2 },
)

export const sportParams = t.Object({ sport_id: t.Integer() })
