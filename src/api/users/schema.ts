import { t } from 'elysia'

export const userParams = t.Object({ user_name: t.String() })

const flag = t.Optional(t.String())

export const directoryQuery = t.Object({
  page: t.Optional(t.String()),
  /** 10 by default, 50 at most. */
  per_page: t.Optional(t.String()),
  /** Part of the username, in any case. */
  q: t.Optional(t.String()),
  /** `asc` by default, or `desc`. */
  order: t.Optional(t.String()),
  /** `username` by default, `created_at`, `workouts_count`, `role`, `is_active` or `suspended_at`. */
  order_by: t.Optional(t.String()),
  /** `true`: with hidden users whom the caller follows. */
  with_following: flag,
  /** `true`, for administrators: with all hidden users. */
  with_hidden_users: flag,
  /** Another name of `with_hidden_users`. */
  with_hidden: flag,
  /** `true`, for administrators. */
  with_inactive: flag,
  /** `true`, for administrators. */
  with_suspended: flag,
})

/** What an administrator changes of an account. Values whose refusal has a text of its own are judged by the service. */
export const userChanges = t.Object(
  {
    activate: t.Optional(t.Boolean()),
    /** `user`, `moderator` or `admin`. */
    role: t.Optional(t.Unknown()),
    new_email: t.Optional(t.Unknown()),
    /** `true` replaces the password by a random one. */
    reset_password: t.Optional(t.Boolean()),
  },
  { additionalProperties: true, minProperties: 1 },
)
