import { t } from 'elysia'

export const requestParams = t.Object({ user_name: t.String() })

export const requestListQuery = t.Object({
  page: t.Optional(t.String()),
  /** 10 by default, 50 at most. */
  per_page: t.Optional(t.String()),
  /** By the date of the request: `asc` by default, or `desc`. */
  order: t.Optional(t.String()),
})
