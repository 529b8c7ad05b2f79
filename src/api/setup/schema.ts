import { t } from 'elysia'

export const ownerAccount = t.Object({
  token: t.String({ description: 'The one-time token of the link that the server printed.' }),
  username: t.String({ description: 'What others see: letters, digits and underscores, 3 to 30.' }),
  email: t.String(),
  password: t.String({ description: 'Not common, and of 8 characters or more.' }),
  lang: t.Optional(t.String({ description: 'Code of the language; English when it is unknown.' })),
  timezone: t.Optional(t.String({ description: 'IANA name of the time zone.' })),
})
