import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import { listSportNames, NO_NAME } from '@/db/queries/sport-names'
import { listAllSports, type SportRow } from '@/db/queries/sports'
import { badRequestAs, INVALID_PAYLOAD } from '@/errors'
import { sportIdNamed, sportKey } from '@/reference/sport-named'

type Reader = Pick<AppContext, 'db'>
/** What an import says about sports. */
type SportData = Pick<UploadData, 'sport_names' | 'default_sport_id'>

/** The sport that a recording or an entry of an export means by a name. */
export interface SportChoice {
  /** Undefined for a name that nobody knows. */
  named: SportRow | undefined
  /** The same, or what is chosen for such names. */
  sport: SportRow | undefined
}

/**
 * The sport that a user means by a name: as the import says, else as the user says for good, else as it is usual.
 */
export async function chooseSport(
  ctx: Reader,
  { userId, data }: { userId: number; data: SportData },
  name: string | null | undefined,
): Promise<SportChoice> {
  const stored = await listSportNames(ctx.db, userId)
  const own = new Map(stored.map(({ key, sport_id }) => [key, sport_id]))
  const fallback = data.default_sport_id ?? own.get(NO_NAME)
  for (const [written, id] of Object.entries(data.sport_names ?? {})) own.set(sportKey(written), id)
  const sports = await listAllSports(ctx.db)
  const withId = (id: number | undefined) => sports.find((sport) => sport.id === id)
  const named = withId(sportIdNamed(name ?? undefined, own))
  return { named, sport: named ?? withId(fallback) }
}

/** What a client that sends no sport was always told, and what would help. */
export const sportUnknown = (name: string | null) =>
  badRequestAs('error', INVALID_PAYLOAD, {
    remedy: {
      code: 'sport_unknown',
      ...(name !== null && { name }),
      text:
        name === null
          ? 'the file does not say its sport: give one (sport_id)'
          : `the file calls its sport '${name}', which is unknown here: give one (sport_id)`,
    },
  })
