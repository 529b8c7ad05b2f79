import { t } from 'elysia'

export const resetRequest = t.Object({ email: t.String({ minLength: 1 }) })

export const passwordUpdate = t.Object({
  /** The token of the mail. */
  token: t.String({ minLength: 1 }),
  /** At least 8 characters. */
  password: t.String({ minLength: 1 }),
})

/** The token of the mail to the new address. */
export const emailUpdate = t.Object({ token: t.String() })
