import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { findLitestream } from '../support/programs'
import { caddy } from '../support/proxies'
import { type Installation, install, positionOf, type ReplicaServer } from '../support/replicas'
import { until } from '../support/until'

const PASSWORD = 'a password of the test'
const JSON_TYPE = { 'content-type': 'application/json' }

const litestream = findLitestream()
const inFront = caddy('Caddyfile.readers')

const makeGpx = () =>
  `<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>${Array.from(
    { length: 60 },
    (_, minute) =>
      `<trkpt lat="${48 + minute / 1000}" lon="2"><time>${new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString()}</time></trkpt>`,
  ).join('')}</trkseg></trk></gpx>`

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  body: any
  headers: Headers
}

async function call(
  { url }: Pick<RunningServer, 'url'>,
  method: string,
  path: string,
  options: { headers?: Record<string, string>; json?: unknown } = {},
): Promise<Answer> {
  const body = options.json === undefined ? null : JSON.stringify(options.json)
  const headers = { ...JSON_TYPE, ...options.headers }
  const answer = await fetch(url + path, { method, headers, body })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
}

/** The paths of requests with a method that a server has answered, according to its log. */
const answered = ({ output }: RunningServer, method: string): string[] =>
  [...output().matchAll(new RegExp(`"msg":"${method} ([^"]+)"`, 'g'))].map(([, path = '']) => path)

const WORKOUT = { sport_id: 1, duration: 60, distance: 1, workout_date: '2026-02-01 10:00' }

const entry = (title: string) => ({ ...WORKOUT, title })

describe.skipIf(!litestream)('replicas', () => {
  let binary: InstalledBinary
  let world: Installation
  let one: ReplicaServer
  let other: ReplicaServer
  let ann: Record<string, string>

  beforeAll(async () => {
    binary = installBinary()
    const account = ['users', 'create', 'ann', '--email', 'ann@example.org', '--password', PASSWORD]
    expect(binary.run(account)).toMatchObject({ code: 0 })
  }, BUILD_TIMEOUT)
  afterAll(() => binary?.remove())

  /** Starts a primary server and two replicas, and logs in through a replica. */
  async function start(): Promise<void> {
    world = await install(binary, litestream ?? '')
    afterTest(() => world.primary.stop())
    ;[one, other] = [await world.addReader(), await world.addReader()]
    for (const { server } of [one, other]) afterTest(() => server.stop())
    const json = { email: 'ann@example.org', password: PASSWORD }
    const { body } = await call(one.server, 'POST', '/api/auth/login', { json })
    ann = { authorization: `Bearer ${body.auth_token}` }
  }

  const add = (server: Pick<RunningServer, 'url'>, title: string) =>
    call(server, 'POST', '/api/workouts/no_gpx', { headers: ann, json: entry(title) })

  /** Waits until both replicas contain a write, by the replication position in its response. */
  const awaitCopies = ({ headers }: Pick<Answer, 'headers'>) => {
    const position = Number(/milepost-position=(\d+)/.exec(headers.get('set-cookie') ?? '')?.[1])
    return until('current copies', () => [one, other].every((it) => positionOf(it) >= position))
  }

  test('serve reads from their copies, and show users their own writes at once', async () => {
    await start()
    for (let round = 0; round < 20; round++) {
      const made = await add(one.server, `${round}`)
      expect(made.status).toBe(201)
      const [{ id }] = made.body.data.workouts
      const own = await call(one.server, 'GET', `/api/workouts/${id}`, { headers: ann })
      expect(own.status).toBe(200)
      const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''
      expect(cookie).toMatch(/^milepost-position=\d+\.[\w-]{22}$/)
      const elsewhere = { headers: { ...ann, cookie } }
      const list = await call(other.server, 'GET', '/api/workouts?per_page=1', elsewhere)
      expect(list.body.data.workouts[0].title).toBe(`${round}`)
      await (round === 19 && awaitCopies(made))
    }
    const [direct, ...read] = await Promise.all(
      [world.primary, one.server, other.server].map((server) =>
        call(server, 'GET', '/api/workouts', { headers: ann }),
      ),
    )
    for (const { body } of read) expect(body).toEqual(direct?.body)
    for (const { server } of [one, other]) {
      expect((await call(server, 'GET', '/api/records', { headers: ann })).status).toBe(200)
      await until('its line', () => answered(server, 'GET').includes('/api/records'))
    }
    expect(answered(world.primary, 'GET')).not.toContain('/api/records')
  }, 90_000)

  test('forward other requests to the primary unchanged', async () => {
    await start()
    const requests: [string, string, Parameters<typeof call>[3]][] = [
      ['POST', '/api/auth/login', { json: { email: 'ann@example.org', password: 'wrong' } }],
      ['POST', '/api/auth/login', { json: { email: 1 } }],
      ['DELETE', '/api/workouts/nothing', { headers: ann }],
      ['POST', '/api/workouts/no_gpx', { headers: ann, json: { sport_id: 'one' } }],
      ['POST', '/api/workouts/no_gpx', { json: entry('nobody’s') }],
      ['PATCH', '/api/workouts', { headers: ann, json: {} }],
      ['POST', '/api/workouts/no_gpx', { headers: ann, json: { notes: 'x'.repeat(2e6) } }],
      ['GET', '/api/workouts/nothing', { headers: ann }],
      ['GET', '/api/setup', {}],
    ]
    for (const [method, path, options] of requests) {
      const direct = await call(world.primary, method, path, options)
      const sent = await call(one.server, method, path, options)
      expect([path, sent.status, sent.body]).toEqual([path, direct.status, direct.body])
      expect(sent.status).toBeLessThan(500)
    }
    const form = new FormData()
    form.set('file', new File([Buffer.alloc(20e6, 'x')], 'long.gpx'))
    form.set('data', '{"sport_id":1}')
    const headers = { authorization: 'Bearer nobody' }
    const upload = { method: 'POST', headers, body: form }
    expect((await fetch(`${one.server.url}/api/workouts`, upload)).status).toBe(401)
    const gpx = new FormData()
    gpx.set('file', new File([makeGpx()], 'ride.gpx'))
    gpx.set('data', '{"sport_id":1}')
    const ride = await fetch(`${one.server.url}/api/workouts`, {
      ...upload,
      headers: ann,
      body: gpx,
    })
    expect(ride.status).toBe(201)
    const [{ id }] = (await ride.json()).data.workouts
    await awaitCopies(ride)
    const file = `/api/workouts/${id}/original/download`
    const original = await fetch(other.server.url + file, {
      headers: ann,
    })
    expect(await original.text()).toBe(makeGpx())

    const client = { 'x-forwarded-for': '203.0.113.7' }
    await call(one.server, 'POST', '/api/auth/login', { headers: client, json: {} })
    await until('its line', () => world.primary.output().includes('"client":"203.0.113.7"'))
  }, 90_000)

  test.skipIf(!inFront.program)(
    'share reads behind Caddy, and replace each other',
    async () => {
      await start()
      await awaitCopies(await add(one.server, 'for everybody'))
      const port = freePort()
      const upstream = [one, other].map(({ server }) => new URL(server.url).host).join(' ')
      const proxy = await inFront.start({ port, upstream })
      afterTest(proxy.stop)
      const url = `http://127.0.0.1:${port}`
      const people = Array.from({ length: 60 }, (_, number) => `Bearer ${number}`)
      const readAsAll = async () => {
        for (const authorization of people) {
          const { status } = await call({ url }, 'GET', '/api/config', {
            headers: { authorization },
          })
          expect(status).toBe(200)
        }
      }
      const shares = () =>
        [one, other].map(
          ({ server }) => answered(server, 'GET').filter((path) => path === '/api/config').length,
        )
      await readAsAll()
      await readAsAll()
      await until('the logs', () => shares().reduce((sum, share) => sum + share) === 120)
      // The same client always gets to the same server.
      expect(shares().every((share) => share >= 10 && share % 2 === 0)).toBe(true)
      expect(answered(world.primary, 'GET')).not.toContain('/api/config')

      const written = await call({ url }, 'POST', '/api/workouts/no_gpx', {
        headers: ann,
        json: entry('through all of it'),
      })
      const [{ id }] = written.body.data.workouts
      const read = await call({ url }, 'GET', `/api/workouts/${id}`, { headers: ann })
      expect(read.body.data.workouts[0].title).toBe('through all of it')

      process.kill(other.server.pid, 'SIGKILL')
      await readAsAll()
    },
    90_000,
  )

  test('continue to serve reads when the primary is lost, and one of them replaces it', async () => {
    await start()
    const made = await add(one.server, 'before the end')
    const [{ id }] = made.body.data.workouts
    await awaitCopies(made)
    process.kill(world.primary.pid, 'SIGKILL')
    await world.primary.stop()
    const refused = await add(one.server, 'into nothing')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    const read = await call(other.server, 'GET', `/api/workouts/${id}`, { headers: ann })
    expect(read.status).toBe(200)
    expect((await call(one.server, 'GET', '/api/workouts/nothing', { headers: ann })).status).toBe(
      404,
    )

    const env = { ...world.env, DATA_DIR: one.dataDir }
    expect(binary.run(['db', 'check'], env)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('is a replica that Litestream updates'),
    })
    await one.server.stop()
    expect(binary.run(['promote'], env)).toMatchObject({ code: 0, stderr: '' })
    const promoted = await binary.serve([], env)
    afterTest(() => promoted.stop())
    expect((await add(promoted, 'after the end')).status).toBe(201)
    const { body } = await call(promoted, 'GET', '/api/workouts', { headers: ann })
    expect(body.data.workouts.map(({ title }: { title: string }) => title)).toContain(
      'before the end',
    )
    expect(binary.run(['promote'], env)).toMatchObject({ code: 5 })
  }, 90_000)
})
