import { type HiddenArea, hiddenAreaOf } from '@/domain/privacy/hidden-area'
import { slicePoints } from '@/domain/privacy/public-recording'
import {
  findVisibleParts,
  type HidingRules,
  type VisiblePart,
} from '@/domain/privacy/visible-parts'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { hashText } from '@/lib/text/digest'
import type { Visitor } from '@/policy/caller'
import { isOwner } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { listPrivacyRules, zoneOf } from '@/store/db/queries/accounts/privacy-zones'
import { fromSqlBool } from '@/store/db/schema/columns'

/** What a user hides of all their recordings. */
export interface OwnerRules {
  areas: readonly HiddenArea[]
  hiddenMetres: number
  /** Whether others see only the day of a workout. */
  hidesTimes: boolean
  timezone: string
  salt: string
}

/**
 * Loads what the owners of workouts hide from a visitor, by owner. There is nothing for the visitor's own workouts, and
 * for users who hide nothing. Moderators see no more than others.
 */
export async function loadHidingRules(
  { db }: Pick<AppContext, 'db'>,
  visitor: Visitor,
  ownerIds: readonly number[],
): Promise<Map<number, OwnerRules>> {
  const others = ownerIds.filter((id) => !isOwner(visitor, id))
  return others.length === 0 ? new Map() : loadPublicRules({ db }, others)
}

/** Loads what users hide from everyone else. */
export async function loadPublicRules(
  { db }: Pick<AppContext, 'db'>,
  userIds: readonly number[],
): Promise<Map<number, OwnerRules>> {
  const rows = await listPrivacyRules(db, userIds)
  return new Map(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].flatMap(([userId, zones]) => {
      const rules = rulesOf(zones)
      return rules ? [[userId, rules] as const] : []
    }),
  )
}

type RuleRow = Awaited<ReturnType<typeof listPrivacyRules>>[number]

/** Users without zones have a row without one. */
const hasZone = (row: RuleRow): row is RuleRow & Parameters<typeof zoneOf>[0] =>
  row.outline !== null

function rulesOf(rows: readonly RuleRow[]): OwnerRules | undefined {
  const [settings] = rows
  if (!settings) return undefined
  const areas = rows.flatMap((row) => (hasZone(row) ? hiddenAreaOf(zoneOf(row)) : []))
  const { hidden_metres: hiddenMetres, hides_times: hidesTimes, timezone, salt } = settings
  if (areas.length === 0 && hiddenMetres === 0 && !fromSqlBool(hidesTimes)) return undefined
  return { areas, hiddenMetres, hidesTimes: fromSqlBool(hidesTimes), timezone, salt }
}

/** Share of the hidden length by which it may be longer. */
const MAX_EXTRA = 0.5

/**
 * Returns the rules for one workout. The length that is hidden at its ends is longer by a random part, always the same
 * for this workout, so that a track does not reveal how far away its start is.
 */
function rulesOfWorkout({ areas, hiddenMetres, salt }: OwnerRules, workoutId: number): HidingRules {
  const extra = Number.parseInt(hashText(`${salt} ${workoutId}`).slice(0, 8), 16) / 2 ** 32
  return { areas, hiddenMetres: hiddenMetres * (1 + MAX_EXTRA * extra) }
}

/** Segments of a workout, and the parts of them that others see. */
interface PublicParts<Segment> {
  /** Ordered by start time. */
  segments: Segment[]
  /** Parts of `segments`, in order. */
  parts: VisiblePart[]
  /** The segments with the points of each part. */
  visible: (Segment & { part: VisiblePart })[]
}

/** Splits the segments of a workout into the parts that the rules leave visible. */
export function findPublicParts<Segment extends { points: StoredPoints }>(
  { id }: { id: number },
  inFileOrder: readonly Segment[],
  rules: OwnerRules,
): PublicParts<Segment> {
  return splitSegments(inFileOrder, rulesOfWorkout(rules, id))
}

/**
 * Splits the segments of a workout that is not stored yet. At its ends, as much is hidden as of any workout, because the
 * random part of that follows from its id.
 */
export const findPublicPartsOfNew = <Segment extends { points: StoredPoints }>(
  inFileOrder: readonly Segment[],
  { areas, hiddenMetres }: OwnerRules,
): PublicParts<Segment> =>
  splitSegments(inFileOrder, { areas, hiddenMetres: hiddenMetres * (1 + MAX_EXTRA) })

function splitSegments<Segment extends { points: StoredPoints }>(
  inFileOrder: readonly Segment[],
  rules: HidingRules,
): PublicParts<Segment> {
  const segments = orderByStart(inFileOrder)
  const points = segments.map((segment) => segment.points)
  const parts = findVisibleParts(points, rules)
  const visible = parts.flatMap((part) => {
    const segment = segments[part.segment]
    return segment ? [{ ...segment, points: slicePoints(segment.points, part), part }] : []
  })
  return { segments, parts, visible }
}

const startOf = ({ points }: { points: StoredPoints }) => points.time[0] ?? Number.NaN

/** Orders segments by their start time. */
export const orderByStart = <Segment extends { points: StoredPoints }>(
  segments: readonly Segment[],
): Segment[] => segments.toSorted((one, other) => startOf(one) - startOf(other))
