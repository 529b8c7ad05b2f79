import { t } from 'elysia'

export const exportParams = t.Object({ file_name: t.String() })
