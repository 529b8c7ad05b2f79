import { t } from 'elysia'

export const mapParams = t.Object({ map_id: t.String() })
