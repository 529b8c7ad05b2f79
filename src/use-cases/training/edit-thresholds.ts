import {
  type Formulas,
  THRESHOLD_KINDS,
  THRESHOLD_LIMITS,
  type ThresholdKind,
} from '@/analysis/thresholds'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { Db } from '@/db/open'
import { ALL_TIME, type Span } from '@/db/queries/best-efforts'
import { findLoadUpdate, noteLoadUpdate } from '@/db/queries/load-updates'
import { findSport } from '@/db/queries/sports'
import {
  ALL_SPORTS,
  deleteThreshold,
  findNextDay,
  getZoneRules,
  listThresholds,
  saveThreshold,
  saveZoneRules,
  type ThresholdKey,
  type ThresholdRow,
} from '@/db/queries/thresholds'
import type { PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { invalidPayload, notFound, unknownSport } from '@/errors'
import { DAY } from '@/lib/clock'
import { localDay, parseDate, parseLocalDay, parsePastDay } from '@/lib/local-date'

type Ctx = Pick<AppContext, 'db' | 'clock' | 'log'>

/** One page of the caller's thresholds, the latest day first, with what was chosen and how far an update of loads is. */
export async function readThresholds(
  { db }: Pick<AppContext, 'db'>,
  userId: number,
  page: PageRequest,
) {
  return {
    ...(await listThresholds(db, userId, page)),
    rules: await getZoneRules(db, userId),
    update: await findLoadUpdate(db, userId),
  }
}

/** Which threshold, as a request names it; without a sport it is for all that have none of their own. */
export interface NamedThreshold {
  kind: string
  day: string
  sportId?: number | undefined
}

/**
 * Notes a threshold that holds from a day on, in place of what was noted for that day. Loads until the next one of its
 * kind are made anew in the background.
 *
 * @throws 404 for an unknown sport, 400 for a kind that is none, a day that is none or to come, or a value that nobody has.
 */
export async function editThreshold(
  ctx: Ctx,
  caller: Caller,
  { value, ...named }: NamedThreshold & { value: number },
): Promise<ThresholdRow> {
  const key = await requireKey(ctx.db, caller, named)
  const [least, most] = THRESHOLD_LIMITS[key.kind]
  const isTold = parsePastDay(key.day, localDay(ctx.clock.now(), caller.timezone)) !== undefined
  if (!isTold || value < least || value > most) throw invalidPayload()
  const row = { ...key, value }
  await transact(ctx, async ({ db }) => {
    await saveThreshold(db, row)
    await noteLoadUpdate(db, caller.userId, await spanOf(db, caller, key))
  })
  return row
}

/**
 * Forgets a threshold; what held before it holds on.
 *
 * @throws as `editThreshold`, and 404 when there is none.
 */
export async function removeThreshold(
  ctx: Ctx,
  caller: Caller,
  named: NamedThreshold,
): Promise<void> {
  const key = await requireKey(ctx.db, caller, named)
  await transact(ctx, async ({ db }) => {
    if (!(await deleteThreshold(db, key))) throw notFound('threshold not found')
    await noteLoadUpdate(db, caller.userId, await spanOf(db, caller, key))
  })
}

async function requireKey(
  db: Db,
  { userId }: Caller,
  { kind: word, day: text, sportId = ALL_SPORTS }: NamedThreshold,
): Promise<ThresholdKey> {
  const kind = THRESHOLD_KINDS.find((each): each is ThresholdKind => each === word)
  const day = parseDate(text)
  if (kind === undefined || day === undefined) throw invalidPayload()
  if (sportId !== ALL_SPORTS && !(await findSport(db, sportId))) throw unknownSport()
  return { user_id: userId, kind, sport_id: sportId, day }
}

/**
 * A time around that in which a threshold holds: until the day of the next one. It begins a day early, as there are days
 * whose first hour clocks show twice.
 */
async function spanOf(db: Db, { timezone }: Caller, key: ThresholdKey): Promise<Span> {
  const next = await findNextDay(db, key)
  const day = parseLocalDay(key.day, timezone)
  return {
    from: day ? day.start - DAY : ALL_TIME.from,
    before: (next && parseLocalDay(next, timezone)?.start) || ALL_TIME.before,
  }
}

/** What loads and zones are made by. */
const OF_LOADS = ['heartRateModel', 'trimpWeighting'] as const

/** Chooses how zones, TRIMP and energy are made; all loads that depend on it are made anew in the background. */
export async function editZoneRules(
  ctx: Ctx,
  { userId }: Caller,
  changes: Partial<Formulas>,
): Promise<Formulas> {
  return transact(ctx, async ({ db }) => {
    const former = await getZoneRules(db, userId)
    const rules = { ...former, ...changes }
    await saveZoneRules(db, userId, rules)
    const isSame = OF_LOADS.every((rule) => rules[rule] === former[rule])
    if (!isSame) await noteLoadUpdate(db, userId, ALL_TIME)
    return rules
  })
}
