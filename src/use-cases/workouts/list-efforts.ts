import { EFFORT_DISTANCES, EFFORT_KINDS, EFFORT_SECONDS, type EffortKind } from '@/analysis/efforts'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { type EffortFilter, listBestEfforts, listBests } from '@/db/queries/efforts'
import { findSport } from '@/db/queries/sports'
import { getUserById } from '@/db/queries/users'
import type { PageRequest } from '@/db/sql'
import { invalidPayload, unknownSport } from '@/errors'
import { readDays } from './read-list-request'

/** Which of the caller's efforts are asked for; days are `YYYY-MM-DD` in the caller's time zone, both included. */
export interface EffortsRequest {
  sportId: number
  from?: string | undefined
  to?: string | undefined
}

/**
 * The caller's best effort for every target, in one sport and a time.
 *
 * @throws 404 for an unknown sport, 400 for a malformed day.
 */
export const listBestsOfSport = async (ctx: AppContext, caller: Caller, request: EffortsRequest) =>
  listBests(ctx.db, await readFilter(ctx, caller, request))

/** Asks for one target only, page by page. */
export interface RankingRequest extends EffortsRequest {
  kind: string | undefined
  /** Metres for `distance`, else seconds. */
  target: number
}

/**
 * The caller's efforts for one target, the best first.
 *
 * @throws 404 and 400 as `listBestsOfSport`, 400 for a target that is not kept.
 */
export async function rankEfforts(
  ctx: AppContext,
  caller: Caller,
  { kind: word, target: asked, ...request }: RankingRequest,
  page: PageRequest,
) {
  const kind = EFFORT_KINDS.find((each) => each === word)
  const target = kind && targetsOf(kind).find((each) => Math.abs(each - asked) < 0.001)
  if (kind === undefined || target === undefined) throw invalidPayload()
  const wanted = { ...(await readFilter(ctx, caller, request)), kind, target }
  return listBestEfforts(ctx.db, wanted, page)
}

const targetsOf = (kind: EffortKind): readonly number[] =>
  kind === 'distance' ? EFFORT_DISTANCES : EFFORT_SECONDS[kind]

async function readFilter(
  ctx: AppContext,
  { userId }: Caller,
  { sportId, from, to }: EffortsRequest,
): Promise<EffortFilter> {
  if (!(await findSport(ctx.db, sportId))) throw unknownSport()
  const { timezone } = await getUserById(ctx.db, userId)
  const { since, before } = readDays({ from, to }, timezone, invalidPayload)
  return {
    ...{ userId, sportId },
    from: since ?? Number.MIN_SAFE_INTEGER,
    before: before ?? Number.MAX_SAFE_INTEGER,
  }
}
