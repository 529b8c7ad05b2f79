import { t } from 'elysia'

export const resetRequest = t.Object({
  email: t.String({ description: 'Mail address of the account, exactly as it is.' }),
})

export const passwordUpdate = t.Object({
  token: t.String({ description: 'The token of the mailed link to a new password.' }),
  password: t.String({ description: 'At least 8 characters, and not too common.' }),
})

export const emailUpdate = t.Object({
  token: t.String({ description: 'The token that was mailed to the new address.' }),
})
