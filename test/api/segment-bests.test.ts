import { describe, expect, test } from 'bun:test'
import { startSegments } from '../support/ranked-segments'

const DAY = 24 * 60 * 60 * 1000

/** The clock shows 14 March; rides are on other days of the same month. */
async function startNews() {
  const server = await startSegments()
  const { ann, call, create } = server
  await create()
  /** The ids of the workouts that Ann was notified of. */
  const news = async (): Promise<string[]> => {
    const { body } = await call('GET', '/api/notifications?type=segment_best', { as: ann })
    return body.notifications.map(({ workout }: { workout: { id: string } }) => workout.id)
  }
  return { ...server, news }
}

describe('a new best time on a segment', () => {
  test('is announced once, to its user', async () => {
    const { ann, ride, match, news, send } = await startNews()
    await ride(ann, { day: 11, speed: 5 })
    await match()
    expect(await news()).toEqual([])
    const faster = await ride(ann, { day: 12, speed: 6 })
    await match()
    expect(await news()).toEqual([faster])
    // Compares it again.
    await send('PATCH', '/api/privacy', { json: { hides_times: true } })
    await match()
    expect(await news()).toEqual([faster])
  })

  test('is no news if the ride is slower, long ago, or earlier than those that it beats', async () => {
    const { ann, ride, match, news } = await startNews()
    await ride(ann, { day: 11, speed: 5 })
    await ride(ann, { day: 12, speed: 4 })
    await match()
    await ride(ann, { day: 10, speed: 8 })
    await match()
    expect(await news()).toEqual([])
  })

  test('is no news for older rides that are imported later', async () => {
    const { ann, ride, match, news, clock } = await startNews()
    await ride(ann, { day: 1, speed: 5 })
    await match()
    clock.advance(10 * DAY)
    await ride(ann, { day: 12, speed: 6 })
    await match()
    expect(await news()).toEqual([])
  })

  test('is not announced to users who do not want it; clients need not know the switch', async () => {
    const { ann, ride, match, news, send } = await startNews()
    const names = ['comment_like', 'follow', 'follow_request', 'follow_request_approved', 'mention']
    const switches = Object.fromEntries(
      [...names, 'workout_comment', 'workout_like'].map((name) => [name, true]),
    )
    const path = '/api/auth/profile/edit/notifications'
    expect((await send('POST', path, { json: switches })).status).toBe(200)
    const json = { ...switches, segment_best: false }
    expect((await send('POST', path, { json })).status).toBe(200)
    await ride(ann, { day: 11, speed: 5 })
    await ride(ann, { day: 12, speed: 6 })
    await match()
    expect(await news()).toEqual([])
  })
})
