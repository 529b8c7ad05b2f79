import { t } from 'elysia'

export const sanctionParams = t.Object({ action_short_id: t.String() })
export const personParams = t.Object({ user_name: t.String() })
export const sanctionsQuery = t.Object({ page: t.Optional(t.String()) })
