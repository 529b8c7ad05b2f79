import { MAX_EDITS, type TrackEdit, type TrackEdits } from './track-edit'

/** Reads the edits of a data export; undefined for anything else, such as edits with missing times. */
export function parseEdits(value: unknown): TrackEdits | undefined {
  const { start, duration, list } = { ...(value as Partial<Record<keyof TrackEdits, unknown>>) }
  if (!isKnown(start) || !isKnown(duration) || !Array.isArray(list)) return undefined
  const edits = list.map(parseEdit)
  if (edits.length === 0 || edits.length > MAX_EDITS) return undefined
  const known = edits.filter((edit) => edit !== undefined)
  return known.length === edits.length ? { start, duration, list: known } : undefined
}

const isKnown = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)
const isKnownOrNull = (value: unknown): value is number | null => value === null || isKnown(value)

function parseEdit(value: unknown): TrackEdit | undefined {
  const { kind, from, to, at, keeps, max_speed } = { ...(value as Record<string, unknown>) }
  if (kind === 'trim' && isKnownOrNull(from) && isKnownOrNull(to)) return { kind, from, to }
  if (kind === 'remove' && isKnown(from) && isKnown(to)) return { kind, from, to }
  if (kind === 'spikes' && isKnownOrNull(max_speed)) return { kind, max_speed }
  if (kind === 'split' && isKnown(at) && (keeps === 'before' || keeps === 'after'))
    return { kind, at, keeps }
  return undefined
}
