import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '@/db/open'
import { makeLibrary, measuredWorkout } from '../bench/library'
import { startTestServer } from '../support/app'
import { newFolder } from '../support/folder'
import { leastCosts } from '../support/timing'

const FEW = 500
const MANY = 20_000
/** Requests whose cost is counted at once: the clock of the processor ticks slowly. */
const REQUESTS = 60
/** Forty times as many workouts may cost this much more; what reads all of them costs tens of times as much. */
const TOLERATED = 4

describe('with forty times as many workouts of a user', () => {
  const folder = newFolder()
  const stops: (() => Promise<void>)[] = []
  const ask: ((path: string) => Promise<Response>)[] = []

  beforeAll(async () => {
    for (const own of [FEW, MANY]) {
      const file = join(folder, `${own}.db`)
      await makeLibrary(file, { own, all: own + 10, users: 2, lines: 1 })
      const { ctx, handle, stop } = startTestServer({}, openDatabase(file))
      stops.push(stop)
      const authorization = `Bearer ${ctx.sessions.issue(1, 0)}`
      ask.push((path) =>
        handle(new Request(`http://localhost${path}`, { headers: { authorization } })),
      )
    }
  }, 60_000)

  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  test.each([
    ['a page of the list', '/api/workouts?per_page=20'],
    ['a workout', `/api/workouts/${measuredWorkout()}`],
    ['the timeline', '/api/timeline'],
    ['the own profile', '/api/auth/profile'],
  ])('%s costs about the same', async (_, path) => {
    const [few = 0, many = 0] = await leastCosts(
      ...ask.map((get) => async () => {
        for (let i = 0; i < REQUESTS; i += 1) {
          const answer = await get(path)
          expect(answer.status).toBe(200)
          await answer.arrayBuffer()
        }
      }),
    )
    expect(many).toBeLessThan(few * TOLERATED + 10)
  })
})
