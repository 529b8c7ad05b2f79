import { isDrawnOffset } from '@/domain/privacy/hidden-area'
import { badRequest } from '@/lib/errors'
import { decodeShortId } from '@/lib/text/short-id'
import type { Caller } from '@/policy/caller'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  findPrivacySettings,
  hasPrivacyZone,
  insertPrivacyZone,
  listPrivacyZones,
  type PrivacyZoneRow,
  updatePrivacySettings,
} from '@/store/db/queries/accounts/privacy-zones'
import { toJson, toSqlBool } from '@/store/db/schema/columns'
import {
  changeHiding,
  type Deps,
  MAX_ZONES,
  newOffset,
  type PrivacySettings,
  requireName,
  requireOutline,
} from './edit-privacy'
import { type ImportedZone, parseSettings, parseZone } from './parse-exported-privacy'

/** What a user hides on another server, not validated yet. */
export interface ImportedPrivacy {
  zones: readonly unknown[]
  /** Undefined if the export does not say it. */
  settings: unknown
}

/**
 * Adds what the caller hides on another server, in one transaction, and all or nothing: a missing zone would show what
 * it hides. Zones that exist already are not added again, and settings never become less strict, so this can be repeated.
 *
 * @throws 400 when anything is invalid, or the caller would have more than 20 zones
 */
export async function importPrivacy(
  ctx: Deps,
  caller: Caller,
  imported: ImportedPrivacy,
): Promise<void> {
  if (imported.zones.length > MAX_ZONES) throw tooManyZones()
  const zones = imported.zones.map((zone) => parseZone(zone, ctx.clock.now()))
  const settings = imported.settings === undefined ? undefined : parseSettings(imported.settings)
  if (zones.length === 0 && settings === undefined) return
  await changeHiding(ctx, caller, async (tx) => {
    const stored = await listPrivacyZones(tx.db, caller.userId)
    for (const zone of zones) {
      if (stored.some((other) => isSame(zone, other))) continue
      if (stored.length >= MAX_ZONES) throw tooManyZones()
      stored.push(await insertZone(tx, caller.userId, zone))
    }
    if (settings) await tightenSettings(tx, caller.userId, settings)
  })
}

const tooManyZones = () =>
  badRequest(`with the zones of the export, there would be more than ${MAX_ZONES} privacy zones`)

/**
 * Whether a stored zone hides the same as an imported one. The same id is not sufficient: a zone that was moved on either
 * server since an earlier import hides another place.
 */
const isSame = (zone: ImportedZone, row: PrivacyZoneRow): boolean =>
  toJson(requireOutline(zone.positions)) === row.outline &&
  zone.radius === row.radius &&
  toSqlBool(zone.hides_passages) === row.hides_passages

async function insertZone(
  { db, ids }: InTransaction<Deps>,
  userId: number,
  { shortId, createdAt, offset, ...zone }: ImportedZone,
): Promise<PrivacyZoneRow> {
  const isFree =
    shortId !== undefined &&
    decodeShortId(shortId) !== undefined &&
    !(await hasPrivacyZone(db, shortId))
  const isUsable = offset !== undefined && isDrawnOffset(zone.radius, offset)
  return insertPrivacyZone(db, {
    short_id: isFree ? shortId : ids.shortId(),
    user_id: userId,
    name: requireName(zone.name),
    outline: toJson(requireOutline(zone.positions)),
    radius: zone.radius,
    // Hidden areas with different shifts on two servers would give away more than one.
    ...(isUsable
      ? { offset_north: offset.offsetNorth, offset_east: offset.offsetEast }
      : newOffset({ ids }, zone.radius)),
    hides_passages: toSqlBool(zone.hides_passages),
    created_at: createdAt,
  })
}

async function tightenSettings(
  { db }: InTransaction<Deps>,
  userId: number,
  { hidden_metres, hides_times }: PrivacySettings,
): Promise<void> {
  const stored = await findPrivacySettings(db, userId)
  await updatePrivacySettings(db, userId, {
    hidden_metres: Math.max(hidden_metres, stored?.hidden_metres ?? 0),
    ...(hides_times && { hides_times: toSqlBool(true) }),
  })
}
