import { t } from 'elysia'

export const equipmentParams = t.Object({ equipment_short_id: t.String() })

export const equipmentListQuery = t.Object({
  /** Only items of this type. */
  equipment_type_id: t.Optional(t.String()),
})

export const equipmentDeletion = t.Object({
  /** Present, with any value or none: deletes an item that workouts were done with, too. */
  force: t.Optional(t.String()),
})

/** Values of any type pass: each has a message of its own, in the order of the contract. */
const judgedLater = t.Optional(t.Unknown())

/** What creation and changes accept; other properties are ignored, but an empty object has its own message. */
export const equipmentInput = t.Object(
  {
    /** At most 50 characters. */
    label: judgedLater,
    /** At most 200 characters, or null. */
    description: judgedLater,
    equipment_type_id: judgedLater,
    /** Another name of `equipment_type_id`. */
    equipment_type: judgedLater,
    is_active: judgedLater,
    /** Sports whose new workouts get this item. */
    default_for_sport_ids: judgedLater,
    /** `public`, `followers_only` or `private`. */
    visibility: judgedLater,
  },
  { additionalProperties: true },
)
