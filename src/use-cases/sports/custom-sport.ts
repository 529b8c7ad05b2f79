import { baseSportId, customIdsOf, isCustomSport } from '@/domain/reference/base-sport'
import { SPORT_ICONS } from '@/domain/reference/sport-icons'
import { badRequest, notFoundInList } from '@/lib/errors'
import type { Visitor } from '@/policy/caller'
import { type Actor, recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  deleteSport,
  findSport,
  insertSport,
  isSportUsed,
  listAllSports,
  type SportRow,
} from '@/store/db/queries/catalogue/sports'
import { invalidColor } from './edit-sport-preference'
import { withPreferences } from './read-sports'

/** Maximum number of characters of a label, as in FitTrackee. */
const MAX_LABEL_LENGTH = 50

const COLOR = /^#[A-Fa-f0-9]{6}$/

/** How a custom sport looks. */
export interface SportAppearance {
  label?: string
  /** One of `SPORT_ICONS`; null for that of the sport that it behaves like. */
  icon?: string | null
  /** `#RRGGBB`; null for that of the sport that it behaves like. */
  color?: string | null
}

/** A sport that an administrator adds. */
export interface NewSport extends SportAppearance {
  label: string
  /** Id of the sport of the catalogue whose measurements, units and equipment it has. */
  behaves_like: number
}

/**
 * Adds a custom sport.
 *
 * @throws 400 when the label is blank, too long or taken, the icon or colour is invalid, or the sport that it behaves
 * like is not in the catalogue.
 */
export async function createSport(ctx: AppContext, visitor: Visitor, input: NewSport) {
  const { label, behaves_like: baseId } = input
  const sport = await transact(ctx, async (tx) => {
    const base = isCustomSport(baseId) ? undefined : await findSport(tx.db, baseId)
    if (!base) throw badRequest(`sport (id ${baseId}) is not in the catalogue`)
    const { icon = null, color = null } = input
    const created = await insertSport(tx.db, {
      ...(await requireAppearance(tx, { icon, color }, base)),
      id: await freeId(tx, baseId),
      label: await requireLabel(tx, label),
      stopped_speed_threshold: base.stopped_speed_threshold,
      pace_speed_display: base.pace_speed_display,
    })
    await recordAudit(tx, visitor ?? 'command', 'sport_created', {
      details: { sport: created.label },
    })
    return created
  })
  return withPreferences(ctx, visitor, { sports: [sport], used: undefined })
}

/** Returns the next id of a custom sport that behaves like `baseId`. @throws 400 when all are taken. */
async function freeId({ db }: InTransaction<Pick<AppContext, 'db'>>, baseId: number) {
  const { first, last } = customIdsOf(baseId)
  const taken = (await listAllSports(db))
    .map(({ id }) => id)
    .filter((id) => id >= first && id <= last)
  const id = Math.max(first - 1, ...taken) + 1
  if (id > last) throw badRequest('too many sports')
  return id
}

/**
 * Returns the columns for the appearance of a custom sport.
 *
 * @throws 400 when a value is invalid.
 */
export async function requireAppearance(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  { label, icon, color }: SportAppearance,
  sport: SportRow,
) {
  const base = (await findSport(tx.db, baseSportId(sport.id))) ?? sport
  if (icon && !(SPORT_ICONS as readonly string[]).includes(icon))
    throw badRequest(`icon '${icon}' does not exist`)
  if (color && !COLOR.test(color)) throw invalidColor()
  return {
    ...(label !== undefined && { label: await requireLabel(tx, label, sport.id) }),
    ...(icon !== undefined && { icon: icon ?? base.icon }),
    ...(color !== undefined && { color: color ?? base.color }),
  }
}

async function requireLabel(
  { db }: InTransaction<Pick<AppContext, 'db'>>,
  text: string,
  ownId?: number,
): Promise<string> {
  const label = text.trim()
  if (label === '' || [...label].length > MAX_LABEL_LENGTH)
    throw badRequest(`the label of a sport has 1 to ${MAX_LABEL_LENGTH} characters`)
  const same = (other: string) => other.toLowerCase() === label.toLowerCase()
  const sports = await listAllSports(db)
  if (sports.some((sport) => sport.id !== ownId && same(sport.label)))
    throw badRequest('sport with the same label already exists')
  return label
}

/**
 * Deletes a custom sport with what users have configured for it.
 *
 * @throws 404 when there is no such sport; 400 when it is in the catalogue, or has workouts.
 */
export async function deleteCustomSport(ctx: AppContext, actor: Actor, id: number): Promise<void> {
  await transact(ctx, async (tx) => {
    const { db } = tx
    const sport = await findSport(db, id)
    if (!sport) throw notFoundInList('sports')
    if (!isCustomSport(id)) throw badRequest('only custom sports can be deleted')
    if (await isSportUsed(db, id)) throw badRequest('sport has workouts and cannot be deleted')
    await deleteSport(db, id)
    await recordAudit(tx, actor, 'sport_deleted', { details: { sport: sport.label } })
  })
}
