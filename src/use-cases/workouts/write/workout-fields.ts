import { badRequest, badRequestAs, invalidPayload } from '@/lib/errors'
import { formatLocalTime, parseLocalMinute } from '@/lib/time/local-date'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { type EquipmentView, loadDefaultEquipments } from '@/store/db/queries/catalogue/equipments'
import { findSport, type SportRow } from '@/store/db/queries/catalogue/sports'
import { requireEquipments } from '@/use-cases/views/equipment'
import { overLimits, requireDuration } from './manual-numbers'

/**
 * Returns the sport of a new workout. Accepts its id as a number or as digits.
 *
 * @throws 400 when it is empty, unknown, or neither a number nor a string.
 */
export async function requireSport(
  ctx: Pick<AppContext, 'db'>,
  sportId: unknown,
): Promise<SportRow> {
  if (typeof sportId !== 'number' && typeof sportId !== 'string') throw invalidPayload('sport_id')
  if (sportId === '' || sportId === 0) throw badRequestAs('invalid', 'no sport id provided')
  const id = Number(sportId)
  const sport = Number.isSafeInteger(id) ? await findSport(ctx.db, id) : undefined
  if (!sport) throw badRequestAs('invalid', `Sport id: ${sportId} does not exist`)
  return sport
}

/** @throws 400 when an import refers to an unknown sport. */
export async function requireSportsIn(
  ctx: Pick<AppContext, 'db'>,
  data: { sport_names?: Record<string, number>; default_sport_id?: number },
): Promise<void> {
  const { sport_names: names = {}, default_sport_id: fallback } = data
  const ids = [...Object.values(names), ...(fallback === undefined ? [] : [fallback])]
  for (const id of new Set(ids)) await requireSport(ctx, id)
}

/** The sport of a new workout, and the ids of the given equipment. */
interface EquipmentForNew {
  sport: SportRow
  ids: unknown
  /** Whether to skip items that do not suit the sport, instead of rejecting them. */
  skipsUnsuitable?: boolean
}

/**
 * Returns the equipment of a new workout: that in the payload, or else the user's active defaults for the sport.
 *
 * @throws 400 when an item cannot be used.
 */
export async function equipmentsForNew(
  ctx: Pick<AppContext, 'db'>,
  userId: number,
  { sport, ids, skipsUnsuitable = false }: EquipmentForNew,
): Promise<EquipmentView[]> {
  if (ids !== undefined && ids !== null)
    return requireEquipments(ctx, ids, { userId, sport, attached: new Set(), skipsUnsuitable })
  const defaults = (await loadDefaultEquipments(ctx.db, userId)).get(sport.id) ?? []
  return defaults.filter(({ is_active }) => is_active === 1)
}

/** Parses a `workout_date` in the user's time zone. @throws 400 when it is malformed. */
export function requireWorkoutDate(text: unknown, { timezone }: UserRow): number {
  const instant = typeof text === 'string' ? parseLocalMinute(text, timezone) : undefined
  if (instant === undefined) throw badRequest('invalid format for workout date')
  return instant
}

/** Milliseconds since the Unix epoch. Years from here on have more digits than supported. */
const END_OF_DATES = Date.UTC(10_000, 0)

/**
 * Returns start (milliseconds) and duration (whole seconds) for a track without times.
 *
 * @throws 400 when the date is malformed, or the duration is missing or too long.
 */
export function requireTimes(
  { workout_date: date, duration: seconds }: { workout_date?: unknown; duration?: number | null },
  user: UserRow,
): { start: number; duration: number } {
  if (!date || !seconds) throw invalidPayload(date ? 'duration' : 'workout_date')
  const duration = requireDuration(seconds)
  const start = requireWorkoutDate(date, user)
  if (start + 1000 * duration >= END_OF_DATES) throw overLimits()
  return { start, duration }
}

/** Maximum number of characters of texts. Longer texts are truncated. */
const LIMIT = { title: 255, description: 10_000, notes: 500 } as const

/** Truncates a text to its limit, counted in characters. */
export const cutText = (field: keyof typeof LIMIT, text: string): string =>
  [...text].slice(0, LIMIT[field]).join('')

/** Returns the first text that is not empty, truncated to its limit; null when all are empty. */
export function firstText(
  field: keyof typeof LIMIT,
  ...texts: (string | null | undefined)[]
): string | null {
  const found = texts.find((text) => text)
  return found ? cutText(field, found) : null
}

/** Truncates notes to their limit. Empty notes stay empty instead of becoming null. */
export const normalizeNotes = (notes: string | null | undefined): string | null =>
  typeof notes === 'string' ? cutText('notes', notes) : null

/** Returns `<sport> - YYYY-MM-DD HH:MM:SS` in the user's time zone. */
export const defaultTitle = (sport: SportRow, startedAt: number, timezone: string): string =>
  `${sport.label} - ${formatLocalTime(startedAt, timezone)}`
