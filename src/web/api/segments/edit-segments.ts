import type { QueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'
import type { RankedSegment } from './segments'
import { SEGMENTS_KEY } from './segments'

const { segments } = api
const of = (id: string) => segments({ ranked_segment_id: id })

/** The fields of a segment that its owner can change. */
export type SegmentFields = Pick<RankedSegment, 'name' | 'visibility'>

/** The line of a new segment. */
export type SegmentSource =
  /** A part of a workout, in metres along it. */
  | { workout: { id: string; from: number; to: number } }
  /** A line that the user has drawn, from the start to the end. */
  | { drawing: { sport_id: number; positions: { latitude: number; longitude: number }[] } }

export const createSegment = async (
  fields: SegmentFields,
  source: SegmentSource,
): Promise<RankedSegment> => (await unwrap(segments.post({ ...fields, ...source }))).data.segment

export async function saveSegment(id: string, fields: SegmentFields): Promise<void> {
  await unwrap(of(id).patch(fields))
}

export async function deleteSegment(id: string): Promise<void> {
  await unwrap(of(id).delete())
}

/** Marks everything about segments as stale. */
export const refreshSegments = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: SEGMENTS_KEY })
