import { t } from 'elysia'

const visibility = t.Optional(
  t.Union([t.Null(), t.Literal('public'), t.Literal('followers_only'), t.Literal('private')]),
)
const text = t.Optional(t.Union([t.Null(), t.String()]))

/** The JSON text in the field `data` of an upload. Other keys are refused, as clients are used to. */
export const uploadData = t.Object(
  {
    sport_id: t.Union([t.Number(), t.String()]),
    title: text,
    description: text,
    notes: text,
    /** Short identifiers; absent: the user's defaults for the sport. */
    equipment_ids: t.Optional(t.Unknown()),
    workout_visibility: visibility,
    analysis_visibility: visibility,
    map_visibility: visibility,
  },
  { additionalProperties: t.Never() },
)
