import { t } from 'elysia'

export const resetRequest = t.Object({
  email: t.String({ description: 'Email address of the account, exactly as registered.' }),
})

export const passwordUpdate = t.Object({
  token: t.String({ description: 'The token of the emailed reset link.' }),
  password: t.String({ description: 'The new password: at least 8 characters, not too common.' }),
})

export const emailUpdate = t.Object({
  token: t.String({ description: 'The token that was emailed to the new address.' }),
})
