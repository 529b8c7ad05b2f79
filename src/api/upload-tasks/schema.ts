import { t } from 'elysia'

export const taskParams = t.Object({ task_short_id: t.String() })

export const taskListQuery = t.Object({ page: t.Optional(t.String()) })
