import { t } from 'elysia'

export const timelineQuery = t.Object({ page: t.Optional(t.String()) })
