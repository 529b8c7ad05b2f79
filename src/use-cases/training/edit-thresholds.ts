import {
  type Formulas,
  THRESHOLD_KINDS,
  THRESHOLD_LIMITS,
  type ThresholdKind,
} from '@/domain/analysis/thresholds'
import { invalidPayload, notFound, unknownSport } from '@/lib/errors'
import { DAY } from '@/lib/time/clock'
import { formatLocalDay, parseDate, parseLocalDay, parsePastDay } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { Db } from '@/store/db/connections/open'
import { transact } from '@/store/db/connections/transact'
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
} from '@/store/db/queries/accounts/thresholds'
import { findSport } from '@/store/db/queries/catalogue/sports'
import { ALL_TIME, type Span } from '@/store/db/queries/workouts/best-efforts'
import { findLoadUpdate, scheduleLoadUpdate } from '@/store/db/queries/workouts/load-updates'
import type { PageRequest } from '@/store/db/sql'

type Deps = Pick<AppContext, 'db' | 'clock' | 'log'>

/**
 * Returns one page of the caller's thresholds, latest day first, with the selected formulas and the progress of
 * updating training loads.
 */
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

/** Identifies a threshold in a request. Without a sport, it applies to all sports that have none. */
export interface NamedThreshold {
  kind: string
  day: string
  sportId?: number | undefined
}

/**
 * Saves a threshold that applies from a day on, and replaces an earlier value for that day. Training loads up to the
 * next threshold of its kind are recomputed in the background.
 *
 * @throws 404 when the sport is unknown; 400 when the kind is unknown, the day is invalid or in the future, or the
 * value is out of range.
 */
export async function editThreshold(
  ctx: Deps,
  caller: Caller,
  { value, ...named }: NamedThreshold & { value: number },
): Promise<ThresholdRow> {
  const key = await requireKey(ctx.db, caller, named)
  const [least, most] = THRESHOLD_LIMITS[key.kind]
  const isValidDay =
    parsePastDay(key.day, formatLocalDay(ctx.clock.now(), caller.timezone)) !== undefined
  if (!isValidDay || value < least || value > most) throw invalidPayload('value')
  const row = { ...key, value }
  await transact(ctx, async ({ db }) => {
    await saveThreshold(db, row)
    await scheduleLoadUpdate(db, caller.userId, await findSpan(db, caller, key))
  })
  return row
}

/**
 * Deletes a threshold, so that the one before it applies again.
 *
 * @throws as `editThreshold`, and 404 when there is none.
 */
export async function deleteOwnThreshold(
  ctx: Deps,
  caller: Caller,
  named: NamedThreshold,
): Promise<void> {
  const key = await requireKey(ctx.db, caller, named)
  await transact(ctx, async ({ db }) => {
    if (!(await deleteThreshold(db, key))) throw notFound('threshold not found')
    await scheduleLoadUpdate(db, caller.userId, await findSpan(db, caller, key))
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
 * Returns the time span in which a threshold applies, up to the next one. Starts a day early, because midnight can
 * occur twice when clocks change.
 */
async function findSpan(db: Db, { timezone }: Caller, key: ThresholdKey): Promise<Span> {
  const next = await findNextDay(db, key)
  const day = parseLocalDay(key.day, timezone)
  return {
    from: day ? day.start - DAY : ALL_TIME.from,
    before: (next && parseLocalDay(next, timezone)?.start) || ALL_TIME.before,
  }
}

/** The formulas that training loads depend on. */
const LOAD_FORMULAS = ['heartRateModel', 'trimpWeighting'] as const

/**
 * Saves the formulas for zones, TRIMP and energy. Training loads that depend on them are recomputed in the background.
 */
export async function editZoneRules(
  ctx: Deps,
  { userId }: Caller,
  changes: Partial<Formulas>,
): Promise<Formulas> {
  return transact(ctx, async ({ db }) => {
    const former = await getZoneRules(db, userId)
    const rules = { ...former, ...changes }
    await saveZoneRules(db, userId, rules)
    const isSame = LOAD_FORMULAS.every((rule) => rules[rule] === former[rule])
    if (!isSame) await scheduleLoadUpdate(db, userId, ALL_TIME)
    return rules
  })
}
