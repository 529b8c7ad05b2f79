import { t } from 'elysia'
import { ACCEPTED } from '@/server/http/documented-input'
import { writing } from '@/server/responses/fields'
import { actionToTake } from '@/server/responses/sanction'

/** What a moderator does and why, with or without a report. The use case validates the type, with its own message. */
export const actionFields = {
  action_type: t.String({
    minLength: 1,
    [ACCEPTED]: actionToTake,
  }),
  reason: t.Optional(
    t.Union([t.Null(), writing('The reason, for the affected user.', { minLength: 0 })]),
  ),
}
