import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import { type EquipmentView, loadDefaultEquipments } from '@/db/queries/equipments'
import { findSport, type SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import { badRequest, badRequestAs, invalidPayload } from '@/errors'
import { localText, parseLocalMinute } from '@/lib/local-date'
import { requireEquipments } from '@/use-cases/equipment/choose-equipment'
import { overLimits, requireDuration } from './manual-numbers'

/**
 * The sport named in the payload of a new workout, as a number or as its digits.
 *
 * @throws 400 when it is empty or unknown, or neither number nor text.
 */
export async function requireSport(
  ctx: Pick<AppContext, 'db'>,
  sportId: unknown,
): Promise<SportRow> {
  if (typeof sportId !== 'number' && typeof sportId !== 'string') throw invalidPayload()
  if (sportId === '' || sportId === 0) throw badRequestAs('invalid', 'no sport id provided')
  const id = Number(sportId)
  const sport = Number.isSafeInteger(id) ? await findSport(ctx.db, id) : undefined
  if (!sport) throw badRequestAs('invalid', `Sport id: ${sportId} does not exist`)
  return sport
}

/** @throws 400 when an import names a sport that there is not. */
export async function requireSportsIn(
  ctx: Pick<AppContext, 'db'>,
  data: Pick<UploadData, 'sport_names' | 'default_sport_id'>,
): Promise<void> {
  const { sport_names: names = {}, default_sport_id: fallback } = data
  const ids = [...Object.values(names), ...(fallback === undefined ? [] : [fallback])]
  for (const id of new Set(ids)) await requireSport(ctx, id)
}

/**
 * The equipment of a new workout: what the payload lists, or else the user's active defaults for the sport.
 *
 * @throws 400 for equipment that cannot be used.
 */
export async function equipmentsForNew(
  ctx: Pick<AppContext, 'db'>,
  userId: number,
  choice: { sport: SportRow; ids: unknown },
): Promise<EquipmentView[]> {
  const { sport, ids } = choice
  if (ids !== undefined && ids !== null)
    return requireEquipments(ctx, ids, { userId, sport, attached: new Set() })
  const defaults = (await loadDefaultEquipments(ctx.db, userId)).get(sport.id) ?? []
  return defaults.filter(({ is_active }) => is_active === 1)
}

/** The instant of a payload's `workout_date`, read in the user's time zone. @throws 400 when it has another form. */
export function requireWorkoutDate(text: unknown, { timezone }: UserRow): number {
  const instant = typeof text === 'string' ? parseLocalMinute(text, timezone) : undefined
  if (instant === undefined) throw badRequest('invalid format for workout date')
  return instant
}

/** Milliseconds: from here on, years have more digits than dates have room for. */
const END_OF_DATES = Date.UTC(10_000, 0)

/**
 * When a track without times was begun, milliseconds, and its whole seconds.
 *
 * @throws 400 for a date of another form, and for a duration that is none or too long.
 */
export function requireTimes(
  { workout_date: date, duration: seconds }: Pick<UploadData, 'workout_date' | 'duration'>,
  user: UserRow,
): { start: number; duration: number } {
  if (!date || !seconds) throw invalidPayload()
  const duration = requireDuration(seconds)
  const start = requireWorkoutDate(date, user)
  if (start + 1000 * duration >= END_OF_DATES) throw overLimits()
  return { start, duration }
}

/** Most characters of the texts of a workout; longer ones are cut. */
const LONGEST = { title: 255, description: 10_000, notes: 500 } as const

/** A text cut to its limit, counted in characters. */
export const cutText = (field: keyof typeof LONGEST, text: string): string =>
  [...text].slice(0, LONGEST[field]).join('')

/** The first text that is not empty, cut to its limit; null when all are. */
export function firstText(
  field: keyof typeof LONGEST,
  ...texts: (string | null | undefined)[]
): string | null {
  const found = texts.find((text) => text)
  return found ? cutText(field, found) : null
}

/** Notes as they are, cut to their limit: empty ones stay empty. */
export const givenNotes = (notes: string | null | undefined): string | null =>
  typeof notes === 'string' ? cutText('notes', notes) : null

/** `<sport> - YYYY-MM-DD HH:MM:SS` in the user's time zone. */
export const defaultTitle = (sport: SportRow, startedAt: number, timezone: string): string =>
  `${sport.label} - ${localText(startedAt, timezone)}`
