import { invalidPayload } from '@/lib/errors'
import { parseDate } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'

/** Personal details of the caller's profile; a change replaces all fields. */
export interface PersonChanges {
  first_name: string | null
  last_name: string | null
  location: string | null
  bio: string | null
  /** `YYYY-MM-DD`. */
  birth_date: string | null
}

/** Maximum number of characters of each text. */
export const MAX_PERSON_LENGTHS = { first_name: 80, last_name: 80, location: 80, bio: 200 } as const

/** Saves the caller's personal details. @throws 400 when a text is too long or the birth date is invalid. */
export async function editPerson(
  ctx: AppContext,
  caller: Caller,
  input: PersonChanges,
): Promise<void> {
  const birthDate = input.birth_date ? parseDate(input.birth_date) : null
  if (birthDate === undefined || isTooLong(input)) throw invalidPayload()
  const columns = {
    first_name: input.first_name,
    last_name: input.last_name,
    location: input.location,
    bio: input.bio,
    birth_date: birthDate,
  }
  await transact(ctx, ({ db }) => updateUser(db, caller.userId, columns))
}

const isTooLong = (input: PersonChanges) =>
  Object.entries(MAX_PERSON_LENGTHS).some(
    ([key, most]) => [...(input[key as keyof typeof MAX_PERSON_LENGTHS] ?? '')].length > most,
  )
