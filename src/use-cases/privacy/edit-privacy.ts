import { coversZone, drawOffset, type PrivacyZone } from '@/domain/privacy/hidden-area'
import { badRequest, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { Db } from '@/store/db/connections/open'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  deletePrivacyZone,
  ensurePrivacySettings,
  findPrivacySettings,
  findPrivacyZone,
  insertPrivacyZone,
  listPrivacyZones,
  type PrivacySettingsRow,
  type PrivacyZoneRow,
  renewMapsOfUser,
  updatePrivacySettings,
  updatePrivacyZone,
  zoneOf,
} from '@/store/db/queries/accounts/privacy-zones'
import { toJson, toSqlBool, type Vertex } from '@/store/db/schema/columns'
import { hideSegmentsOfUser } from '@/use-cases/views/hidden-segments'

export const MAX_ZONES = 20

/** Settings for all recordings of a user. */
export interface PrivacySettings {
  /** Minimum metres that are hidden at the start and end of each workout. */
  hidden_metres: number
  /** Whether others see only the day of a workout. */
  hides_times: boolean
}

/** A zone as its owner draws it. */
export interface ZoneInput {
  name: string
  /** One position: the centre of a circle; three or more: the outline of an area. */
  positions: readonly Position[]
  /** Metres: the radius of the circle, or the margin around the area. */
  radius: number
  hides_passages: boolean
}

interface Position {
  latitude: number
  longitude: number
}

export type Deps = Pick<AppContext, 'db' | 'ids' | 'clock' | 'files' | 'config' | 'log'>

/** Changes what is hidden of all the caller's recordings. It applies at once. */
export const editPrivacySettings = (
  ctx: Deps,
  caller: Caller,
  { hidden_metres, hides_times }: Partial<PrivacySettings>,
): Promise<PrivacySettingsRow> =>
  changeHiding(ctx, caller, ({ db }) =>
    updatePrivacySettings(db, caller.userId, {
      ...(hidden_metres !== undefined && { hidden_metres }),
      ...(hides_times !== undefined && { hides_times: toSqlBool(hides_times) }),
    }),
  )

/**
 * Creates a privacy zone, which applies at once.
 *
 * @throws 400 when the name is empty, there are two positions, or the caller has 20 zones.
 */
export const createPrivacyZone = (
  ctx: Deps,
  caller: Caller,
  { name, positions, radius, hides_passages }: ZoneInput,
): Promise<PrivacyZoneRow> =>
  changeHiding(ctx, caller, async ({ db }) => {
    if ((await listPrivacyZones(db, caller.userId)).length >= MAX_ZONES)
      throw badRequest(`there are already ${MAX_ZONES} privacy zones`)
    return insertPrivacyZone(db, {
      short_id: ctx.ids.shortId(),
      user_id: caller.userId,
      name: requireName(name),
      outline: toJson(requireOutline(positions)),
      radius,
      ...newOffset(ctx, radius),
      hides_passages: toSqlBool(hides_passages),
      created_at: ctx.clock.now(),
    })
  })

/**
 * Changes a privacy zone. The hidden area keeps its offset if it still covers the zone: with several offsets, it would
 * be easier to find what it hides.
 *
 * @throws 400 as `createPrivacyZone`, 404 when the caller has no such zone.
 */
export const editPrivacyZone = (
  ctx: Deps,
  caller: Caller,
  { id: shortId, changes }: { id: string; changes: Partial<ZoneInput> },
): Promise<PrivacyZoneRow> =>
  changeHiding(ctx, caller, async ({ db }) => {
    const of = { userId: caller.userId, shortId }
    const zone = await findPrivacyZone(db, of)
    if (!zone) throw unknownZone()
    const { name, positions, radius = zone.radius, hides_passages } = changes
    const isCovered = coversZone(radius, offsetOf(zone))
    const changed = await updatePrivacyZone(db, of, {
      ...(name !== undefined && { name: requireName(name) }),
      ...(positions && { outline: toJson(requireOutline(positions)) }),
      radius,
      ...(!isCovered && newOffset(ctx, radius)),
      ...(hides_passages !== undefined && { hides_passages: toSqlBool(hides_passages) }),
    })
    if (!changed) throw unknownZone()
    return changed
  })

/** Deletes a privacy zone: others see what it has hidden. @throws 404 when the caller has no such zone. */
export const removePrivacyZone = (ctx: Deps, caller: Caller, shortId: string): Promise<void> =>
  changeHiding(ctx, caller, async ({ db }) => {
    const isDeleted = await deletePrivacyZone(db, { userId: caller.userId, shortId })
    if (!isDeleted) throw unknownZone()
  })

/**
 * Changes what a user hides. Everything that others receive is computed from it with each request, except map images: if
 * other places are hidden than before, they get new ids in the same transaction, and the previous files are deleted
 * after it. Segments and efforts on them, which store whether they are hidden, are updated as well.
 */
export function changeHiding<Result>(
  ctx: Deps,
  { userId }: Caller,
  write: (tx: InTransaction<Deps>) => Promise<Result>,
): Promise<Result> {
  return transact(ctx, async (tx) => {
    await ensurePrivacySettings(tx.db, { user_id: userId, salt: ctx.ids.secret(16) })
    const before = await describeHiddenPlaces(tx.db, userId)
    const result = await write(tx)
    await hideSegmentsOfUser(tx.db, userId)
    if ((await describeHiddenPlaces(tx.db, userId)) === before) return result
    const images = await renewMapsOfUser(tx.db, userId)
    tx.afterCommit(async () => {
      for (const image of images) await tx.files.remove(image)
    })
    return result
  })
}

/** Returns everything on which the visible part of a user's maps depends, to compare it. */
async function describeHiddenPlaces(db: Db, userId: number): Promise<string> {
  const zones = await listPrivacyZones(db, userId)
  const settings = await findPrivacySettings(db, userId)
  return JSON.stringify([zones.map(zoneOf), settings?.hidden_metres])
}

const unknownZone = () => notFound('privacy zone not found')

export function requireName(text: string): string {
  const name = text.trim()
  if (name === '') throw badRequest('the name of a privacy zone must not be empty')
  return name
}

export function requireOutline(positions: readonly Position[]): Vertex[] {
  if (positions.length === 2) throw badRequest('an area needs at least three positions')
  return positions.map(({ latitude, longitude }) => [longitude, latitude])
}

export function newOffset({ ids }: Pick<AppContext, 'ids'>, radius: number) {
  const random = () => Number.parseInt(ids.hex(6), 16) / 2 ** 48
  const { offsetNorth, offsetEast } = drawOffset(radius, random)
  return { offset_north: offsetNorth, offset_east: offsetEast }
}

const offsetOf = ({
  offset_north,
  offset_east,
}: PrivacyZoneRow): Pick<PrivacyZone, 'offsetNorth' | 'offsetEast'> => ({
  offsetNorth: offset_north,
  offsetEast: offset_east,
})
