import { findSportId, sportKey } from '@/domain/reference/sport-named'
import { badRequestAs, INVALID_PAYLOAD } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { listSportNames, NO_NAME } from '@/store/db/queries/catalogue/sport-names'
import { listAllSports, type SportRow } from '@/store/db/queries/catalogue/sports'
import type { UploadData } from './upload-data'

type Deps = Pick<AppContext, 'db'>
/** The sport options of an import. */
type SportData = Pick<UploadData, 'sport_names' | 'default_sport_id'>

/** The sport that the name in a recording or an export stands for. */
export interface SportChoice {
  /** Undefined when the name is unknown. */
  named: SportRow | undefined
  /** `named`, or else the fallback for unknown names. */
  sport: SportRow | undefined
}

/**
 * Finds the sport for a name: from the options of the import, else from the user's saved names, else from the built-in
 * ones.
 */
export async function chooseSport(
  ctx: Deps,
  { userId, data }: { userId: number; data: SportData },
  name: string | null | undefined,
): Promise<SportChoice> {
  const stored = await listSportNames(ctx.db, userId)
  const ownSports = new Map(stored.map(({ key, sport_id }) => [key, sport_id]))
  const fallback = data.default_sport_id ?? ownSports.get(NO_NAME)
  for (const [written, id] of Object.entries(data.sport_names ?? {}))
    ownSports.set(sportKey(written), id)
  const sports = await listAllSports(ctx.db)
  const withId = (id: number | undefined) => sports.find((sport) => sport.id === id)
  const named = withId(findSportId(name ?? undefined, ownSports))
  return { named, sport: named ?? withId(fallback) }
}

/** The error for a missing sport. Its message must stay as it is for existing clients; `remedy` explains what to do. */
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
