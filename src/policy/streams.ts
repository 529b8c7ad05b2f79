import reference from '@/reference/streams.json'
import type { WorkoutSight } from './workout'

/** What of a workout is seen besides its charts. */
export type StreamSight = Pick<WorkoutSight, 'heartRate' | 'calories' | 'map'>

/** What a stream tells of, beyond the charts of a workout. */
interface Tells {
  /** As much of the body as its heart rate. */
  body?: boolean
  calories?: boolean
  /** Which way it went. */
  map?: boolean
}

const STREAMS: Readonly<Record<string, Tells & { unit: string | null }>> = reference.streams

/** What an application names may be anything. */
const ANYTHING: Tells = { body: true, calories: true, map: true }

/** Whether a stream may be seen by those who see the charts. */
export function canSeeStream(
  { name, isOwn }: { name: string; isOwn: boolean },
  sight: StreamSight,
): boolean {
  const { body, calories, map } = isOwn ? ANYTHING : (STREAMS[name] ?? ANYTHING)
  return (!body || sight.heartRate) && (!calories || sight.calories) && (!map || sight.map)
}
