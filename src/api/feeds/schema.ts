import { t } from 'elysia'

export const feedParams = t.Object({ user_name: t.String() })

export const feedQuery = t.Object({
  /** Two-letter language code; English where it is not translated. */
  lang: t.Optional(t.String()),
  /** `true`: miles and feet. */
  imperial_units: t.Optional(t.String()),
  /** `true`: with the texts of the workouts. */
  description: t.Optional(t.String()),
})
