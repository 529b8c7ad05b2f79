import { t } from 'elysia'

export const registration = t.Object({
  /** 3 to 30 letters, digits and underscores. */
  username: t.String(),
  email: t.String(),
  /** At least 8 characters. */
  password: t.String(),
  /** Must be true; other values have a message of their own. */
  accepted_policy: t.Unknown(),
  lang: t.Optional(t.Unknown()),
  language: t.Optional(t.Unknown()),
  timezone: t.Optional(t.Unknown()),
})

export const login = t.Object({ email: t.String(), password: t.String() })

/** The token of a mail. */
export const confirmation = t.Object({ token: t.String() })

export const confirmationRequest = t.Object({ email: t.String({ minLength: 1 }) })

export const policyAcceptance = t.Object({ accepted_policy: t.Literal(true) })
