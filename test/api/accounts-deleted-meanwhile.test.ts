import { describe, expect, test } from 'bun:test'
import { plainPng } from '../support/images'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const noToken = {
  status: 401,
  body: { message: 'provide a valid auth token', status: 'error' },
}

describe('an account that is deleted during a request', () => {
  test('gets 401 for an upload, and no workout is created', async () => {
    const { ctx, user, upload, send } = await startWorkoutServer()
    const { read } = ctx.recordings
    ctx.recordings.read = async (request) => {
      const track = await read(request)
      expect((await send('DELETE', `/api/users/${user.username}`)).status).toBe(204)
      return track
    }
    expect(await upload('ride.gpx', gpxOf(samplePoints(5)))).toMatchObject(noToken)
    expect(await ctx.db.selectFrom('workouts').selectAll().execute()).toEqual([])
    expect([...new Bun.Glob('**/*.gpx').scanSync(ctx.config.uploadsDir)]).toEqual([])
  })

  test('gets 401 for a picture', async () => {
    const { ctx, user, call, send } = await startWorkoutServer()
    const { encode } = ctx.pictures
    ctx.pictures.encode = async (...args) => {
      const picture = await encode(...args)
      expect((await send('DELETE', `/api/users/${user.username}`)).status).toBe(204)
      return picture
    }
    const body = new FormData()
    body.set('file', new File([await plainPng('#ff0000', 8)], 'me.png'))
    expect(await call('POST', '/api/auth/picture', { as: user, body })).toMatchObject(noToken)
    expect([...new Bun.Glob('**/*.jpg').scanSync(ctx.config.uploadsDir)]).toEqual([])
  })

  test('does not hide errors of other accounts', async () => {
    const { ctx, upload } = await startWorkoutServer()
    ctx.recordings.read = () => Promise.reject(new Error('a fault of ours'))
    expect((await upload('ride.gpx', gpxOf(samplePoints(5)))).status).toBe(500)
  })
})
