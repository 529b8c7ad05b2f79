import { describe, expect, test } from 'bun:test'
import { startWorkoutServer } from '../support/workouts'

const FEED = '/users/ann/workouts.rss'

async function scene() {
  const server = await startWorkoutServer({ username: 'ann' })
  const { id } = await server.enter({ workout_visibility: 'public' })
  const read = (query = '', headers = {}) => server.call('GET', `${FEED}${query}`, { headers })
  return { id, read }
}

describe('GET /users/{user_name}/workouts.rss', () => {
  test('is in English for an unknown language', async () => {
    const { read } = await scene()
    for (const lang of ['constructor', '__proto__', 'xx']) {
      const { status, body } = await read(`?lang=${lang}`)
      expect(status).toBe(200)
      expect(body).toContain('<language>en</language>')
    }
  })

  test('has items with a guid for readers that request RSS', async () => {
    const { id, read } = await scene()
    const guid = `<guid>http://localhost/workouts/${id}</guid>`
    const accept = 'application/rss+xml, application/xml;q=0.9, */*;q=0.8'
    const asked = await read('', { accept })
    expect(asked.body).toContain(guid)
    expect(asked.headers.get('vary')).toBe('accept, accept-encoding, authorization, x-api-dialect')
    expect((await read('', { accept: '*/*' })).body).not.toContain('<guid>')
  })
})
