import { t } from 'elysia'

export const blockedUsersQuery = t.Object({ page: t.Optional(t.String()) })
