import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { eventually } from '../support/eventually'

const MAX_MB = 156
/** The maximum CPU time until the first response, as a multiple of that of printing the version. */
const SLOWEST_START = 30
const MAX_MEMORY_MB = 300
/** No server listens there. */
const NO_TILES = 'http://127.0.0.1:9/{z}/{x}/{y}.png'
const ACCOUNT = { email: 'rider@example.com', password: 'correct horse battery' }

/** On the sphere of the contract, with the radius of the equator. */
const METRES_PER_DEGREE = (6_378_137 * Math.PI) / 180

/** A ride straight north: 31 points, 10 s and 60 m apart, each half a metre higher. */
function gpxOfARide(): string {
  const points = Array.from({ length: 31 }, (_, index) => {
    const lat = (47 + (index * 60) / METRES_PER_DEGREE).toFixed(6)
    const time = new Date(Date.UTC(2026, 4, 3, 8) + index * 10_000).toISOString()
    return `<trkpt lat="${lat}" lon="7.5"><ele>${250 + index / 2}</ele><time>${time}</time></trkpt>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">',
    `<trk><name>Straight north</name><trkseg>${points.join('')}</trkseg></trk></gpx>`,
  ].join('\n')
}

describe('the executable in an empty folder', () => {
  let binary: InstalledBinary
  let server: RunningServer
  const port = String(freePort())

  beforeAll(async () => {
    binary = installBinary()
  }, BUILD_TIMEOUT)

  afterAll(async () => {
    await server?.stop()
    binary?.remove()
  })

  /** Responses are read completely, because the server waits for slow readers when it stops. */
  const call = async (path: string, init: RequestInit & { token?: string } = {}) => {
    const headers = new Headers(init.headers)
    if (init.token) headers.set('authorization', `Bearer ${init.token}`)
    const answer = await fetch(`${server.url}${path}`, { ...init, headers })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
  }

  const logIn = async () => {
    const answer = await call('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ACCOUNT),
    })
    expect(answer.status).toBe(200)
    return answer.json().auth_token as string
  }

  test('is a single file within the size budget', () => {
    expect(readdirSync(binary.folder)).toEqual(['milepost'])
    const megabytes = statSync(join(binary.folder, 'milepost')).size / 1e6
    console.log(`executable: ${megabytes.toFixed(1)} MB`)
    expect(megabytes).toBeLessThanOrEqual(MAX_MB)
  })

  test('prints its version with the commit it was built from', () => {
    const { code, stdout } = binary.run(['version'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/\d+\.\d+\.\d+\+[0-9a-f]{7}/)
  })

  test('prints the third-party notices', () => {
    const { code, stdout } = binary.run(['version', '--licenses'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/sharp-libvips-\S+ \S+ \(LGPL-3\.0-or-later\)/)
    expect(stdout).toMatch(/\nreact \d\S+ \(MIT\)/)
  })

  test('prints its commands when it is called without one', () => {
    const { stdout, stderr } = binary.run([])
    for (const command of ['serve', 'users', 'db', 'healthcheck', 'version'])
      expect(stdout + stderr).toContain(command)
  })

  test('reports that no server is running', () => {
    expect(binary.run(['healthcheck'], { PORT: port }).code).toBe(1)
  })

  test('migrates a new data folder to the latest schema', () => {
    const before = binary.run(['db', 'status'])
    const migrated = binary.run(['db', 'migrate'])
    const after = binary.run(['db', 'status'])
    expect(migrated).toMatchObject({ code: 0, stderr: '' })
    expect(after.code).toBe(0)
    expect(after.stdout).not.toBe(before.stdout)
    expect(statSync(join(binary.dataDir, 'milepost.db')).size).toBeGreaterThan(0)
  })

  test('creates an active account from the command line', () => {
    const { email, password } = ACCOUNT
    const options = ['--email', email, '--password', password, '--tz', 'Europe/Zurich']
    const created = binary.run(['users', 'create', 'rider', ...options, '--lang', 'en'])
    expect(created.stderr).toBe('')
    expect(created.code).toBe(0)
    expect(binary.run(['users', 'create', 'rider', ...options]).code).not.toBe(0)
  })

  test('responds soon after its start and uses little memory', async () => {
    const { processorMs: versionMs } = binary.run(['version'])
    server = await binary.serve([], { PORT: port, TILE_SERVER_URL: NO_TILES })
    console.log(
      `version: ${versionMs.toFixed(0)} ms, start to first answer: ${server.startMs.toFixed(0)} ms, idle memory: ${server.residentMb().toFixed(0)} MB`,
    )
    expect(server.startMs).toBeLessThan(SLOWEST_START * versionMs)
    await eventually(server.residentMb).toBeLessThan(MAX_MEMORY_MB)
    expect(binary.run(['healthcheck'], { PORT: port }).code).toBe(0)
  })

  test('protects the signing key from other users', () => {
    const secret = readdirSync(binary.dataDir).filter((name) => /key|secret/i.test(name))
    expect(secret).toHaveLength(1)
    expect(statSync(join(binary.dataDir, secret.join())).mode & 0o777).toBe(0o600)
  })

  test('accepts session tokens of earlier releases, but not forged ones', async () => {
    const [header, payload = ''] = (await logIn()).split('.')
    const { iss, stored, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect({ iss, stored }).toEqual({ iss: 'milepost', stored: true })
    const key = readFileSync(join(binary.dataDir, 'secret.key'), 'utf8').trim()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const statusOf = async (text: string, hash = 'sha256') => {
      const signature = createHmac(hash, key).update(text).digest('base64url')
      return (await call('/api/auth/profile', { token: `${text}.${signature}` })).status
    }
    expect(await statusOf(`${header}.${part(claims)}`)).toBe(200)
    expect(await statusOf(`${header}.${part({ ...claims, iss: 'another' })}`)).toBe(401)
    expect(await statusOf(`${header}.${part({ ...claims, purpose: 'another' })}`)).toBe(401)
    expect(await statusOf(`${part({ alg: 'HS512' })}.${part(claims)}`, 'sha512')).toBe(401)
    const unsigned = `${part({ alg: 'none' })}.${part(claims)}.`
    expect((await call('/api/auth/profile', { token: unsigned })).status).toBe(401)
  })

  test('reads an uploaded recording in its worker and returns the ride', async () => {
    const token = await logIn()
    const form = new FormData()
    form.set('file', new File([gpxOfARide()], 'ride.gpx'))
    form.set('data', JSON.stringify({ sport_id: 1 }))
    const created = await call('/api/workouts', { method: 'POST', body: form, token })
    expect({ status: created.status, text: created.text }).toMatchObject({ status: 201 })
    const { id, map } = created.json().data.workouts[0]

    const detail = await call(`/api/workouts/${id}`, { token })
    expect(detail.status).toBe(200)
    expect(detail.json()).toMatchObject({
      data: { workouts: [{ title: 'Straight north', duration: '0:05:00', distance: 1.8 }] },
      status: 'success',
    })
    const geojson = await call(`/api/workouts/${id}/geojson`, { token })
    expect(geojson.status).toBe(200)
    const image = await call(`/api/workouts/map/${map}`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    // The worker loads native code from the same folder as the main thread.
    expect(readdirSync(join(binary.dataDir, 'native')).join()).toContain('sharp-')
    console.log(`memory after an upload: ${server.residentMb().toFixed(0)} MB`)
  })

  test('serves the web UI compressed, with assets that browsers cache', async () => {
    const page = await call('/', { headers: { 'accept-encoding': 'br' } })
    expect(page.headers.get('content-encoding')).toBe('br')
    const html = page.text
    expect(html).toContain('<div id="root">')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
    const asset = await call(script ?? '/no-script', { headers: { 'accept-encoding': 'gzip' } })
    expect(asset.status).toBe(200)
    expect(asset.headers.get('content-encoding')).toBe('gzip')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect((await call('/workouts/some-deep-link')).status).toBe(200)
    expect((await call('/assets/no-such-file.js')).status).toBe(404)
  })

  test('shows the API document without Internet access', async () => {
    const page = (await call('/api/docs')).text
    const parts = [...page.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
    expect(parts.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(0)
    for (const url of parts) {
      expect(url).toStartWith('/')
      expect((await call(url)).status).toBe(200)
    }
    expect((await call('/api/openapi.json')).json()).toMatchObject({
      openapi: expect.stringMatching(/^3\./),
    })
  })

  test('stops on request without losing data', async () => {
    expect((await server.stop()).code).toBe(0)
    server = await binary.serve([], { PORT: port })
    const token = await logIn()
    const list = await call('/api/workouts', { token })
    expect(list.json()).toMatchObject({ data: { workouts: [{ title: 'Straight north' }] } })
    expect((await server.stop()).code).toBe(0)
  })
})
