import { t } from 'elysia'

export const statsParams = t.Object({ user_name: t.String() })

const text = t.Optional(t.String())

export const byTimeQuery = t.Object({
  /** First day, `YYYY-MM-DD` in the caller's time zone. */
  from: text,
  /** Last day. */
  to: text,
  /** `day`, `week` (from Sunday), `weekm` (from Monday), `month` or `year`, which is the default. */
  time: text,
  /** `total` (default) or `average`. */
  type: text,
})

export const bySportQuery = t.Object({
  /** Only this sport; all sports by default. */
  sport_id: text,
})
