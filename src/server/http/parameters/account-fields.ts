import { t } from 'elysia'
import { validatedLater } from '@/server/http/documented-input'
import { text } from '@/server/responses/fields'

/** The username of a new account. */
export const newUsername = text('3 to 30 letters, digits and underscores.')

/** The time zone of a new account. */
export const newTimezone = t.Optional(
  validatedLater(text('IANA name; `Europe/Paris` if it is unknown.')),
)
