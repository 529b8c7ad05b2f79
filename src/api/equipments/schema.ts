import type { TSchema } from '@sinclair/typebox'
import { t } from 'elysia'
import { judgedLater, queryValue } from '@/http/accepted'
import { createdAnswer, EMPTY, errorBody, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { textParam } from '@/http/query-params'
import { equipment } from '@/present/equipment'

export const equipmentParams = t.Object({
  equipment_short_id: t.String({ description: 'Short id of the item.' }),
})

export const equipmentListQuery = t.Object({
  equipment_type_id: queryValue(t.Integer({ description: 'Only items of this type.' })),
})

export const equipmentDeletion = t.Object({
  force: textParam('With any value or none: deletes the item even if workouts were done with it.'),
})

/** Values of any type pass: each has a message of its own, in the order of the contract. */
const judged = (accepted: TSchema) => t.Optional(judgedLater(accepted))
const typeId = t.Integer({ description: 'Number of the type.' })
const { is_active, default_for_sport_ids, visibility } = equipment.properties

/** What creation and changes accept; other properties are ignored, but an empty object has its own message. */
export const equipmentInput = t.Object(
  {
    label: judged(t.String({ maxLength: 50, description: 'Name of the item, unlike all others.' })),
    description: judged(
      t.Union([t.String({ maxLength: 200 }), t.Null()], { description: 'What it is.' }),
    ),
    equipment_type_id: judged(typeId),
    equipment_type: judged(t.Integer({ description: 'Another name of `equipment_type_id`.' })),
    is_active: judged(is_active),
    default_for_sport_ids: judged(default_for_sport_ids),
    visibility: judged(visibility),
  },
  { additionalProperties: true },
)

const limitExceeded = t.Object({
  message: t.String(),
  sport_ids: t.Array(t.Integer(), { description: 'Sports that have as many items as may be.' }),
  status: t.Literal('limit_exceeded'),
})
const equipmentsAnswer = t.Object({ equipments: t.Array(equipment) })
const oneAnswer = okAnswer({ data: equipmentsAnswer })
const NO_EQUIPMENT = 'The caller has no such item.'
const WRONG = {
  when: 'The body is wrong, the label is taken, the type is unknown or closed, a default sport does not go with it, or a sport has five Misc items already (then with `sport_ids`).',
  schema: t.Union([errorBody, limitExceeded]),
}
/** What the API document tells of the routes. */
export const docs = operations({
  listEquipments: {
    summary: 'List own equipment',
    answers: { 200: oneAnswer },
    refusals: { 400: '`equipment_type_id` is no number.' },
  },
  createEquipment: {
    summary: 'Enter a piece of equipment',
    description:
      'Label and type are needed. As default for a sport it takes the place of another item of its type; of type Misc, a sport may have five.',
    answers: { 201: createdAnswer({ data: equipmentsAnswer }) },
    refusals: { 400: WRONG },
  },
  getEquipment: {
    summary: 'Read a piece of own equipment',
    answers: { 200: oneAnswer },
    refusals: { 404: NO_EQUIPMENT },
  },
  editEquipment: {
    summary: 'Change a piece of own equipment',
    description:
      'Changes what is given. Another type takes the item out of all workouts and off all default sports.',
    answers: { 200: oneAnswer },
    refusals: { 400: WRONG, 404: NO_EQUIPMENT },
  },
  deleteEquipment: {
    summary: 'Delete a piece of own equipment',
    description: 'Its workouts stay. One that workouts were done with goes only with `force`.',
    answers: { 204: EMPTY },
    refusals: {
      403: 'There are workouts and `force` is not given; or the token may not.',
      404: NO_EQUIPMENT,
    },
  },
  refreshEquipment: {
    summary: 'Sum up the workouts of a piece of equipment afresh',
    description: 'Totals are kept up to date by themselves; this is for when they are doubted.',
    answers: { 200: oneAnswer },
    refusals: { 404: NO_EQUIPMENT },
  },
})
