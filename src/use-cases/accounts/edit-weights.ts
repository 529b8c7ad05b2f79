import { invalidPayload, notFound } from '@/lib/errors'
import { formatLocalDay, parseDate, parsePastDay } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  deleteWeight,
  listWeights,
  saveWeight,
  type WeightRow,
} from '@/store/db/queries/accounts/weights'
import type { Page, PageRequest } from '@/store/db/sql'

/** Returns one page of the caller's body weights, latest day first. */
export const readWeights = (
  { db }: Pick<AppContext, 'db'>,
  { userId }: Caller,
  page: PageRequest,
): Promise<Page<WeightRow>> => listWeights(db, userId, page)

/**
 * Records the caller's body weight in kilograms from a day (`YYYY-MM-DD`) on. Replaces an earlier entry for that day.
 *
 * @throws 400 when the day is invalid or in the future.
 */
export async function editWeight(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log'>,
  { userId, timezone }: Caller,
  { day: text, weight }: { day: string; weight: number },
): Promise<WeightRow> {
  const day = parsePastDay(text, formatLocalDay(ctx.clock.now(), timezone))
  if (day === undefined) throw invalidPayload('day')
  const row = { user_id: userId, day, kilograms: weight }
  await transact(ctx, ({ db }) => saveWeight(db, row))
  return row
}

/** Deletes the weight of a day. @throws 404 when there is none. */
export async function deleteOwnWeight(
  ctx: Pick<AppContext, 'db' | 'log'>,
  { userId }: Caller,
  text: string,
): Promise<void> {
  const day = parseDate(text)
  const isRemoved =
    day !== undefined &&
    (await transact(ctx, ({ db }) => deleteWeight(db, { user_id: userId, day })))
  if (!isRemoved) throw notFound('weight not found')
}
