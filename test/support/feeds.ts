import type { Feed, FeedWorkout } from '@/use-cases/workouts/read/read-feed'

/** A public ride whose title needs escaping. */
export const feedRide: FeedWorkout = {
  id: 'abc',
  sportId: 1,
  title: 'Over <the> hill & back',
  description: null,
  date: Date.parse('2018-05-09T00:00:00Z'),
  changed: Date.parse('2018-05-10T08:00:00Z'),
  moving: 3606,
  distance: 16,
  minAlt: null,
  maxAlt: null,
  ascent: 60,
  descent: 30,
  mapId: null,
}

/** A feed of a user whose account was created in 2018, requested in 2026. */
export const feedOf = (...workouts: FeedWorkout[]): Feed => ({
  uiUrl: 'https://ride.example',
  product: 'Milepost',
  username: 'ann',
  since: Date.parse('2018-01-01T00:00:00Z'),
  workouts,
  now: Date.parse('2026-03-14T12:00:00Z'),
})
