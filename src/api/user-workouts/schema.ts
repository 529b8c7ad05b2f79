import { t } from 'elysia'

export const userParams = t.Object({ user_name: t.String() })
