import { t } from 'elysia'
import { describedLike } from '@/server/http/documented-input'
import { appConfig } from '@/server/responses/app-config'
import { REGISTRATION_MODES, type RegistrationMode } from '@/store/db/schema/columns'

const textOrNothing = t.Optional(t.Union([t.String(), t.Null()]))
/** NOTE `t.Integer` would also accept numeric strings. */
const wholeNumber = t.Optional(t.Number({ multipleOf: 1 }))

/**
 * Ranges are checked by the use case, which has its own messages, in the order of the contract. Unknown keys are
 * accepted and ignored, so that a body with only unknown keys is distinguished from an empty one.
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
      max_image_size: wholeNumber,
      max_single_file_size: wholeNumber,
      max_users: wholeNumber,
      max_zip_file_size: wholeNumber,
      privacy_policy: textOrNothing,
      registration_mode: t.Optional(
        t.Unsafe<RegistrationMode>(t.Union(REGISTRATION_MODES.map((mode) => t.Literal(mode)))),
      ),
      stats_workouts_limit: wholeNumber,
    },
    { minProperties: 1, additionalProperties: true },
  ),
)
