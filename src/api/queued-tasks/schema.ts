import { t } from 'elysia'

export const taskTypeParams = t.Object({ task_type: t.String() })

export const queuedTaskQuery = t.Object({ page: t.Optional(t.String()) })
