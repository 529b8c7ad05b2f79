import { t } from 'elysia'

export const personParams = t.Object({ user_name: t.String() })

export const pageQuery = t.Object({ page: t.Optional(t.String()) })
