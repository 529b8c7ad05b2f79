import { t } from 'elysia'

export const ownerAccount = t.Object({
  /** The one-time token of the link that the server printed. */
  token: t.String(),
  username: t.String(),
  email: t.String(),
  password: t.String(),
  lang: t.Optional(t.String()),
  timezone: t.Optional(t.String()),
})
