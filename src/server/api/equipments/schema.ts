import type { TSchema } from '@sinclair/typebox'
import { t } from 'elysia'
import { queryValue, validatedLater } from '@/server/http/documented-input'
import { operations } from '@/server/http/operation'
import { textParam } from '@/server/http/parameters/query-params'
import {
  createdResponse,
  EMPTY,
  errorBody,
  errorCode,
  okResponse,
} from '@/server/http/responses/envelope'
import { equipment } from '@/server/responses/accounts/equipment'

export const equipmentParams = t.Object({
  equipment_short_id: t.String({ description: 'Short id of the item.' }),
})

export const equipmentListQuery = t.Object({
  equipment_type_id: queryValue(t.Integer({ description: 'Only items of this type.' })),
})

export const equipmentDeletion = t.Object({
  force: textParam('With or without a value: deletes the item even if it was used in workouts.'),
})

/** Accepts values of any type: the use case validates each, with its own message, in the order of the contract. */
const validated = (accepted: TSchema) => t.Optional(validatedLater(accepted))
const typeId = t.Integer({ description: 'Number of the type.' })
const { is_active, default_for_sport_ids, visibility } = equipment.properties

/** The body of creating and editing. Other properties are ignored, but an empty object has its own error message. */
export const equipmentInput = t.Object(
  {
    label: validated(
      t.String({
        maxLength: 50,
        description: "Name of the item, unique among the user's equipment.",
      }),
    ),
    description: validated(
      t.Union([t.String({ maxLength: 200 }), t.Null()], {
        description: 'Description of the item.',
      }),
    ),
    equipment_type_id: validated(typeId),
    equipment_type: validated(t.Integer({ description: 'Alias of `equipment_type_id`.' })),
    is_active: validated(is_active),
    default_for_sport_ids: validated(default_for_sport_ids),
    visibility: validated(visibility),
  },
  { additionalProperties: true, $id: 'EquipmentBody' },
)

const limitExceeded = t.Object({
  code: errorCode,
  message: t.String(),
  sport_ids: t.Array(t.Integer(), {
    description: 'Sports that already have the maximum number of items.',
  }),
  status: t.Literal('limit_exceeded'),
})
const equipmentsData = t.Object({ equipments: t.Array(equipment) })
const equipmentResponse = okResponse({ data: equipmentsData }, 'EquipmentsResult')
const NO_EQUIPMENT = 'The caller has no such item.'
const WRONG = {
  when: 'The body is invalid, the label is taken, the type is unknown or disabled, a default sport does not suit it, or a sport already has five Misc items (then with `sport_ids`).',
  schema: t.Union([errorBody, limitExceeded], { $id: 'EquipmentErrorBody' }),
}
/** Entries of the routes in the API document. */
export const docs = operations({
  listEquipments: {
    summary: "List the caller's equipment",
    responses: { 200: equipmentResponse },
    errors: { 400: '`equipment_type_id` is not a number.' },
  },
  createEquipment: {
    summary: 'Create a piece of equipment',
    description:
      'Label and type are required. As default for a sport it replaces another item of its type; of type Misc, a sport may have five.',
    responses: { 201: createdResponse({ data: equipmentsData }) },
    errors: { 400: WRONG },
  },
  getEquipment: {
    summary: "Get a piece of the caller's equipment",
    responses: { 200: equipmentResponse },
    errors: { 404: NO_EQUIPMENT },
  },
  editEquipment: {
    summary: "Change a piece of the caller's equipment",
    description:
      'Changes the given values. Changing the type removes the item from all workouts and default sports.',
    responses: { 200: equipmentResponse },
    errors: { 400: WRONG, 404: NO_EQUIPMENT },
  },
  deleteEquipment: {
    summary: "Delete a piece of the caller's equipment",
    description:
      'Its workouts are not deleted. An item that was used in workouts is only deleted with `force`.',
    responses: { 204: EMPTY },
    errors: {
      403: 'There are workouts and `force` is absent, or the token lacks permission.',
      404: NO_EQUIPMENT,
    },
  },
  refreshEquipment: {
    summary: 'Recompute the totals of a piece of equipment',
    description: 'Totals are updated automatically; this is for repairing them.',
    responses: { 200: equipmentResponse },
    errors: { 404: NO_EQUIPMENT },
  },
})
