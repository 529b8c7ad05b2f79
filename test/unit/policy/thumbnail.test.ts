import { expect, test } from 'bun:test'
import type { ThumbnailKind } from '@/domain/reference/thumbnail'
import { sportDisplay } from '@/policy/sport-display'
import type { Relation } from '@/policy/visibility'
import { visibleThumbnail, workoutPermissions } from '@/policy/workout'

const FOLLOWER: Relation = {
  isOwner: false,
  isFollower: true,
  isBlocked: false,
  isReviewing: false,
}

/** Whether a follower sees a thumbnail of a workout for followers. */
function isSeen(
  kind: ThumbnailKind,
  levels: { map?: 'private'; analysis?: 'private'; heartRate?: 'private' },
  relation = FOLLOWER,
) {
  const workout = {
    ...{ user_id: 1, suspended_at: null, workout_visibility: 'followers_only' as const },
    map_visibility: levels.map ?? 'followers_only',
    analysis_visibility: levels.analysis ?? 'followers_only',
  } as const
  const owner = {
    hr_visibility: levels.heartRate ?? 'followers_only',
    calories_visibility: 'private',
  } as const
  const display = sportDisplay(1, 'speed')
  const permissions = workoutPermissions(workout, owner, { relation, display })
  return visibleThumbnail({ kind, path: 'M0 0h0' }, permissions) !== undefined
}

test('a route is shown to those who may see the map', () => {
  expect(isSeen('route', {})).toBe(true)
  expect(isSeen('route', { map: 'private' })).toBe(false)
  // The map is never more visible than the analysis.
  expect(isSeen('route', { analysis: 'private' })).toBe(false)
  expect(isSeen('route', { map: 'private' }, { ...FOLLOWER, isOwner: true })).toBe(true)
})

test('an effort is shown to those who may see the charts, and heart rate to those who may see it', () => {
  expect(isSeen('power', { map: 'private' })).toBe(true)
  expect(isSeen('power', { analysis: 'private' })).toBe(false)
  expect(isSeen('heart_rate', {})).toBe(true)
  expect(isSeen('heart_rate', { heartRate: 'private' })).toBe(false)
  expect(isSeen('power', { heartRate: 'private' })).toBe(true)
})
