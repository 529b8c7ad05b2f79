import { boxesAround, type Disc } from '@/domain/tracks/geometry/distance-to-line'
import { arcLength, chordBetween, placeAt } from '@/domain/tracks/metrics/earth'
import { invalidPayload } from '@/lib/errors'
import { parseWholeNumber } from '@/lib/text/decimal'
import type { Caller } from '@/policy/caller'
import { segmentFoundBy, segmentOf } from '@/policy/segment'
import { viewerOf } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { type ListedSegment, listSegmentsOfUser } from '@/store/db/queries/segments/ranked-segments'
import {
  listSegmentStartsIn,
  loadListedSegments,
  type SegmentStart,
} from '@/store/db/queries/segments/segment-search'
import type { Page, PageRequest } from '@/store/db/sql'
import { loadSegmentViews, type SegmentView } from '@/use-cases/views/segment'
import { requireCoordinates, requireRadius } from '@/use-cases/workouts/read/search-workouts-near'
import { segmentGroupOf } from './segment-sports'

type Deps = Pick<AppContext, 'db'>

/** Whose segments to list. */
export const SEGMENT_OWNERS = ['me', 'anyone'] as const

/** Filters of a list of segments. The fields are strings, so that each can be rejected with its own message. */
export type SegmentFilterQuery = Partial<
  Record<'owner' | 'coordinates' | 'radius' | 'sport_id', string | undefined>
>

/**
 * Returns one page of segments: the caller's, newest first, or those that start near a place, nearest first. Only near a
 * place, `owner=anyone` adds those of others that the caller may see.
 *
 * @throws 400 for a malformed value, and for `owner=anyone` without a place
 */
export async function listSegments(
  ctx: Deps,
  caller: Caller,
  query: SegmentFilterQuery,
  page: PageRequest,
): Promise<Page<SegmentView<ListedSegment>>> {
  const filter = readFilter(query)
  const { rows, total } = await findPage(ctx, caller, filter, page)
  return { rows: await loadSegmentViews(ctx, caller, rows), total }
}

interface SegmentFilter {
  isAnyone: boolean
  near: Disc | undefined
  /** Null for a sport that has no segments. */
  sportGroup: string | null | undefined
}

function readFilter({
  owner = 'me',
  coordinates,
  radius,
  sport_id: sport,
}: SegmentFilterQuery): SegmentFilter {
  if (owner !== 'me' && owner !== 'anyone') throw invalidPayload()
  const near = coordinates
    ? { ...requireCoordinates(coordinates), radius: requireRadius(radius || undefined) }
    : undefined
  // Without a place, the list would grow with the server instead of the account.
  if (owner === 'anyone' && !near) throw invalidPayload()
  return {
    ...{ isAnyone: owner === 'anyone', near },
    sportGroup: sport ? (segmentGroupOf(requireSportId(sport)) ?? null) : undefined,
  }
}

function requireSportId(text: string): number {
  const id = parseWholeNumber(text)
  if (id === undefined) throw invalidPayload()
  return id
}

async function findPage(
  { db }: Deps,
  caller: Caller,
  { isAnyone, near, sportGroup }: SegmentFilter,
  page: PageRequest,
): Promise<Page<ListedSegment>> {
  if (sportGroup === null) return { rows: [], total: 0 }
  const { userId } = caller
  if (!near) return listSegmentsOfUser(db, { userId, sportGroup }, page)
  const viewer = viewerOf(caller, { inReport: false })
  const condition = isAnyone ? segmentFoundBy(viewer) : segmentOf(userId)
  const starts = await listSegmentStartsIn(db, boxesAround(near), { condition, sportGroup })
  const nearest = sortByDistance(starts, near)
  const first = (page.page - 1) * page.perPage
  const rows = await loadListedSegments(db, nearest.slice(first, first + page.perPage))
  return { rows, total: nearest.length }
}

/** Returns the ids of the segments that start in a disc, nearest first; of equally distant ones, the newest. */
function sortByDistance(starts: readonly SegmentStart[], disc: Disc): number[] {
  const centre = placeAt(disc.lat, disc.lon)
  return starts
    .map(({ id, start_lat: lat, start_lon: lon }) => {
      return { id, distance: arcLength(chordBetween(centre, placeAt(lat, lon))) }
    })
    .filter(({ distance }) => distance <= disc.radius)
    .toSorted((one, other) => one.distance - other.distance || other.id - one.id)
    .map(({ id }) => id)
}
