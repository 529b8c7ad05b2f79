import { t } from 'elysia'
import { describedLike } from '@/http/accepted'
import { appConfig } from '@/present/app-config'

const textOrNothing = t.Optional(t.Union([t.String(), t.Null()]))
/** NOTE `t.Integer` would also take texts that look like one. */
const wholeNumber = t.Optional(t.Number({ multipleOf: 1 }))

/**
 * Ranges have messages of their own: the use case judges them, in the order of the contract. Unknown keys are let
 * through, and ignored, so that a body that has only them is not the same as an empty one.
 */
export const configChanges = describedLike(
  appConfig,
  t.Object(
    {
      about: textOrNothing,
      admin_contact: textOrNothing,
      file_limit_import: wholeNumber,
      file_sync_limit_import: wholeNumber,
      global_map_workouts_limit: wholeNumber,
      max_single_file_size: wholeNumber,
      max_users: wholeNumber,
      max_zip_file_size: wholeNumber,
      privacy_policy: textOrNothing,
      stats_workouts_limit: wholeNumber,
    },
    { minProperties: 1, additionalProperties: true },
  ),
)
