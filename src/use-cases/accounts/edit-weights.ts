import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { deleteWeight, listWeights, saveWeight, type WeightRow } from '@/db/queries/weights'
import type { Page, PageRequest } from '@/db/sql'
import { transact } from '@/db/transact'
import { invalidPayload, notFound } from '@/errors'
import { localDay, parseDate, parsePastDay } from '@/lib/local-date'

/** One page of what the caller weighed, the latest day first. */
export const readWeights = (
  { db }: Pick<AppContext, 'db'>,
  { userId }: Caller,
  page: PageRequest,
): Promise<Page<WeightRow>> => listWeights(db, userId, page)

/**
 * Notes what the caller weighs from a day (`YYYY-MM-DD`) on, in place of what was noted for that day.
 *
 * @throws 400 for what is no day, or one to come.
 */
export async function editWeight(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log'>,
  { userId, timezone }: Caller,
  { day: text, weight }: { day: string; weight: number },
): Promise<WeightRow> {
  const day = parsePastDay(text, localDay(ctx.clock.now(), timezone))
  if (day === undefined) throw invalidPayload()
  const row = { user_id: userId, day, kilograms: weight }
  await transact(ctx, ({ db }) => saveWeight(db, row))
  return row
}

/** Forgets the weight of a day. @throws 404 when there is none. */
export async function removeWeight(
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
