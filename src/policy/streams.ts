import reference from '@/domain/reference/streams.json'
import type { WorkoutPermissions } from './workout'

/** Permissions for parts of a workout other than its charts. */
export interface StreamPermissions
  extends Pick<WorkoutPermissions, 'heartRate' | 'calories' | 'map'> {
  /** False if the owner hides parts of the track. Values counted since the start would reveal their length. */
  wholeTrack: boolean
}

/** Data that a stream reveals in addition to the charts of a workout. */
interface RevealedBy {
  /** Body data, which needs the permission for heart rate. */
  body?: boolean
  calories?: boolean
  /** The course of the workout. */
  map?: boolean
  /** Whether it counts from the start of the recording. */
  total?: boolean
}

const STREAMS: Readonly<Record<string, RevealedBy & { unit: string | null }>> = reference.streams

/** Streams with names chosen by an app may contain any data. */
const ANYTHING: RevealedBy = { body: true, calories: true, map: true, total: true }

/** Whether a stream may be seen by users who may see the charts. */
export function canSeeStream(
  { name, isOwn }: { name: string; isOwn: boolean },
  permissions: StreamPermissions,
): boolean {
  const { body, calories, map, total } = isOwn ? ANYTHING : (STREAMS[name] ?? ANYTHING)
  return (
    (!body || permissions.heartRate) &&
    (!calories || permissions.calories) &&
    (!map || permissions.map) &&
    (!total || permissions.wholeTrack)
  )
}
