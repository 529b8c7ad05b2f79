import type { PersonInput, Profile } from '@/web/api/profile'

/** What is told about oneself, as it is filled in. */
export type PersonFields = Record<keyof PersonInput, string>

const dayOf = (date: string | null): string =>
  date === null ? '' : new Date(date).toISOString().slice(0, 10)

/** The filled-in form of an account. */
export const personFieldsOf = (profile: Profile): PersonFields => ({
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  location: profile.location ?? '',
  bio: profile.bio ?? '',
  birth_date: dayOf(profile.birth_date),
})

const orNull = (text: string): string | null => text.trim() || null

/** What the server is sent for it: what is empty is nothing. */
export const personInputOf = (fields: PersonFields): PersonInput => ({
  first_name: orNull(fields.first_name),
  last_name: orNull(fields.last_name),
  location: orNull(fields.location),
  bio: orNull(fields.bio),
  birth_date: orNull(fields.birth_date),
})
