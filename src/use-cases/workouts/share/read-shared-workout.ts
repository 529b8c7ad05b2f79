import { decodeLine, MAP_LEVELS } from '@/domain/tracks/geometry/map-line'
import { concurrencyLimitReached, unknownShareLink, userNotFound } from '@/lib/errors'
import { hashText } from '@/lib/text/digest'
import { formatLocalDay } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import { sportDisplay } from '@/policy/sport-display'
import { STRANGER } from '@/policy/visibility'
import { canSeeWorkout } from '@/policy/workout'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import type { CardRoute } from '@/services/maps/card-map'
import { describeMap } from '@/services/maps/describe-map'
import { type CardTiles, drawShareCard, type ShareCard } from '@/services/maps/share-card'
import { findUserById, type UserRow } from '@/store/db/queries/accounts/users'
import { listAllSports } from '@/store/db/queries/catalogue/sports'
import { findMapLine } from '@/store/db/queries/workouts/map-lines'
import {
  findShareLink,
  recordShareLinkOpening,
  type ShareLinkRow,
} from '@/store/db/queries/workouts/share-links'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { loadPublicRules } from '@/use-cases/views/hiding-rules'
import { loadPublicVersions, type PublicVersion, publicRow } from '@/use-cases/views/public-version'
import { loadSportDisplays } from '@/use-cases/views/sport-display'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { type DescribedWorkout, formatSubtitle, listNumbers, titleOf } from './describe-workout'
import { type ShareTexts, shareTexts } from './share-texts'

/** A workout as people with a link see it: title, sport, date, owner, up to three numbers, and perhaps the route. */
export interface SharedWorkout extends ShareCard {
  texts: ShareTexts
  /** Public URL of the server. */
  uiUrl: string
  /** Short id if everyone may see the workout; otherwise undefined. */
  publicId: string | undefined
}

/**
 * Returns the workout of a link that a visitor opens, and records the day, but nothing about the visitor. Undefined when
 * the link is unknown, revoked or has expired, the workout is suspended, or its owner is suspended or inactive.
 */
export async function openSharedWorkout(
  ctx: AppContext,
  secret: string,
): Promise<SharedWorkout | undefined> {
  const found = await findShared(ctx, secret)
  if (!found) return undefined
  const { id, last_opened_on } = found.link
  const day = formatLocalDay(ctx.clock.now(), found.owner.timezone)
  ctx.lastUses.record({
    key: `link ${id} ${day}`,
    isStored: last_opened_on === day,
    write: (tx) => recordShareLinkOpening(tx, { id, day }),
  })
  return describe(ctx, found)
}

interface Shared {
  link: ShareLinkRow
  workout: WorkoutRow
  owner: UserRow
  withMap: boolean
}

async function findShared(ctx: AppContext, secret: string): Promise<Shared | undefined> {
  const link = await findShareLink(ctx.db, hashText(secret))
  if (!link || (link.expires_at !== null && link.expires_at <= ctx.clock.now())) return undefined
  const workout = await findWorkoutById(ctx.db, link.workout_id)
  const owner = workout && (await findUserById(ctx.db, workout.user_id))
  if (!workout || workout.suspended_at !== null || !owner || !isShown(owner)) return undefined
  return { link, workout, owner, withMap: link.with_map === 1 }
}

/**
 * Draws the picture of the workout of a link.
 *
 * @throws 404 when the link is not valid, 503 while too many pictures are being drawn.
 */
export async function drawSharedCard(
  ctx: AppContext,
  secret: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await findShared(ctx, secret)
  if (!found) throw unknownShareLink()
  return draw(ctx, secret, await describe(ctx, found))
}

/**
 * Draws the picture of one of the caller's workouts.
 *
 * @throws 404 when the caller may not see it, 403 when it belongs to another user, 503 while too many pictures are
 * being drawn.
 */
export async function drawOwnCard(
  ctx: AppContext,
  caller: Caller,
  { workoutId, withMap }: { workoutId: string; withMap: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const workout = await requireOwnWorkout(ctx, caller, workoutId)
  const owner = await findUserById(ctx.db, caller.userId)
  if (!owner) throw userNotFound()
  return draw(ctx, `${workoutId} ${withMap}`, await describe(ctx, { workout, owner, withMap }))
}

/** Draws a picture once for several requests with the same key. */
function draw(ctx: AppContext, key: string, card: ShareCard): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = ctx.cards.run(key, () =>
    tilesFrom(ctx).then((tiles) => drawShareCard(card, tiles)),
  )
  if (drawing === undefined) throw concurrencyLimitReached()
  return drawing
}

const isShown = ({ suspended_at, is_active }: UserRow) => suspended_at === null && is_active === 1

async function describe(
  ctx: AppContext,
  { workout, owner, withMap }: { workout: WorkoutRow; owner: UserRow; withMap: boolean },
): Promise<SharedWorkout> {
  const texts = shareTexts(owner.language)
  const displays = await loadSportDisplays(ctx, asCaller(owner))
  const display = displays.get(workout.sport_id) ?? sportDisplay(workout.sport_id, 'speed')
  const sports = await listAllSports(ctx.db)
  const sportLabel = sports.find(({ id }) => id === workout.sport_id)?.label ?? ''
  const rules = await loadPublicRules(ctx, [owner.id])
  const versions = await loadPublicVersions(ctx, [workout], rules)
  const version = versions.get(workout.id)
  const described: DescribedWorkout = {
    ...{ workout: publicRow(workout, versions), owner, display, texts },
  }
  return {
    title: titleOf(described, sportLabel),
    subtitle: formatSubtitle(described, sportLabel),
    name: owner.username,
    numbers: listNumbers(described),
    route: withMap ? await findRoute(ctx, workout.id, version) : undefined,
    texts,
    uiUrl: ctx.config.uiUrl,
    publicId: canSeeWorkout(workout, STRANGER) ? workout.short_id : undefined,
  }
}

/** The most precise of the stored lines. */
const LEVEL = MAP_LEVELS[2]

async function findRoute(
  ctx: AppContext,
  workoutId: number,
  version: PublicVersion | undefined,
): Promise<CardRoute | undefined> {
  if (version && !version.isVisible) return undefined
  const line = version?.line ?? (await findMapLine(ctx.db, workoutId))
  return line && { bits: LEVEL.bits, parts: decodeLine(line[LEVEL.name]) }
}

async function tilesFrom(ctx: AppContext): Promise<CardTiles> {
  const { file, imageTileUrl: template, subdomains, cacheFolder } = ctx.config.map
  const tiles = { file, template, subdomains, cacheFolder, useServer: !ctx.maps.isResting() }
  return { tiles, outside: { fetch }, attribution: (await describeMap(ctx)).attribution }
}
