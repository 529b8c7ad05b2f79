import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { afterTest } from '../support/after-test'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { newTestFolder } from '../support/folder'
import { plainPng } from '../support/images'
import { findS3Server } from '../support/programs'
import { type Bucket, startS3Server } from '../support/s3'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'

const PASSWORD = 'a password of the test'
const s3Server = findS3Server()

const settingsFor = (bucket: Bucket, prefix: string) => ({
  UPLOADS_S3_BUCKET: bucket.name,
  UPLOADS_S3_ENDPOINT: bucket.endpoint,
  UPLOADS_S3_PREFIX: prefix,
  UPLOADS_S3_ACCESS_KEY_ID: bucket.accessKeyId,
  UPLOADS_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
})

async function logIn({ url }: RunningServer): Promise<Record<string, string>> {
  const body = JSON.stringify({ email: 'ann@example.org', password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  return { authorization: `Bearer ${(await answer.json()).auth_token}` }
}

function upload({ url }: RunningServer, headers: Record<string, string>): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([gpxOf(samplePoints(60))], 'ride.gpx'))
  body.set('data', '{"sport_id":1}')
  return fetch(`${url}/api/workouts`, { method: 'POST', headers, body })
}

describe.skipIf(!s3Server)('uploads in a bucket', () => {
  let binary: InstalledBinary

  beforeAll(() => {
    binary = installBinary()
    const account = ['users', 'create', 'ann', '--email', 'ann@example.org', '--password', PASSWORD]
    expect(binary.run(account)).toMatchObject({ code: 0 })
  }, BUILD_TIMEOUT)
  afterAll(() => binary?.remove())

  test('are available on a new machine, backed up and restored, and reported when missing', async () => {
    const bucket = await startS3Server(s3Server ?? '')
    const client = new Bun.S3Client({ ...bucket, bucket: bucket.name })
    const env = settingsFor(bucket, 'first')
    const server = await binary.serve([], env)
    const headers = await logIn(server)
    const made = await upload(server, headers)
    expect(made.status).toBe(201)
    const [{ id, map }] = (await made.json()).data.workouts
    const picture = new FormData()
    picture.set('file', new File([await plainPng('#abcdef')], 'me.png'))
    const sent = { method: 'POST', headers, body: picture }
    expect((await fetch(`${server.url}/api/auth/picture`, sent)).status).toBe(200)
    expect((await fetch(`${server.url}/api/workouts/map/${map}`)).status).toBe(200)
    const { contents = [] } = await client.list({ prefix: 'first/' })
    expect(contents.map(({ key }) => key.split('.').at(-1)).toSorted()).toEqual([
      'gpx',
      'jpg',
      'png',
    ])
    expect(binary.run(['doctor'], env).stdout).not.toContain('are gone')

    const backup = join(newTestFolder(), 'backup')
    expect(binary.run(['backup', '--to', backup], env)).toMatchObject({ code: 0, stderr: '' })
    await server.stop()
    const elsewhere = newTestFolder()
    const other = { ...settingsFor(bucket, 'second'), DATA_DIR: join(elsewhere, 'data') }
    expect(binary.run(['restore', backup, '--data-dir', other.DATA_DIR], other)).toMatchObject({
      code: 0,
    })
    const again = await binary.serve([], other)
    afterTest(() => again.stop())
    for (const path of [
      `workouts/${id}/original/download`,
      'users/ann/picture',
      `workouts/map/${map}`,
    ])
      expect((await fetch(`${again.url}/api/${path}`, { headers })).status).toBe(200)
    const original = await fetch(`${again.url}/api/workouts/${id}/original/download`, { headers })
    expect(await original.text()).toBe(gpxOf(samplePoints(60)))
    await bucket.stop()
    const refused = await upload(again, headers)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    const list = await fetch(`${again.url}/api/workouts`, { headers })
    expect((await list.json()).pagination.total).toBe(1)
  }, 90_000)
})
