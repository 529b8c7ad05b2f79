import { createServer, type Socket } from 'node:net'
import { rideGpx } from '../../support/ride'
import { type Attack, type AttackContext, type Services, unexpectedStatus } from '../attack'
import { credentialsOf, uploadForm } from '../victim'

const MB = 1024 * 1024
/** More than the server may read of an endless response. */
const MAX_TAKEN = 128 * MB
/** Seconds within which requests that wait for another server must be answered. */
const PATIENCE = 75
const CHUNK = new Uint8Array(64 * 1024).fill(0x20)

const json = (text: string) =>
  new Response(text, { headers: { 'content-type': 'application/json' } })
const LISTS = (value: string) =>
  json(`{"height": [${value}], "results": [{"elevation": ${value}}], "currentConditions":
    {"icon": ${value}, "temp": ${value}, "humidity": ${value}, "windspeed": ${value}, "winddir": ${value}}}`)

/** Misbehaviour of a web server; `taken` counts the bytes that are read of an endless response. */
const WEB: Record<
  string,
  (one: { url: string; taken: (bytes: number) => void }) => Promise<Response> | Response
> = {
  'answers null': () => json('null'),
  'answers a list of null': () => json('[null]'),
  'answers words for numbers': () => LISTS('"high"'),
  'answers numbers beyond all bounds': () => LISTS('1e999'),
  'answers half a text': () => json('{"height": [1, 2'),
  'answers HTML': () =>
    new Response('<html><script>alert(1)</script>', { headers: { 'content-type': 'image/png' } }),
  'answers an SVG': () =>
    new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
      headers: { 'content-type': 'image/svg+xml' },
    }),
  'answers nothing': () => new Response(''),
  'answers what is not gzip': () => new Response('x', { headers: { 'content-encoding': 'gzip' } }),
  'answers 500': () => new Response('secret', { status: 500 }),
  'answers 204': () => new Response(null, { status: 204 }),
  'answers the beginning of a PNG': () => new Response('\x89PNG\r\n\x1a\n'),
  'sends elsewhere': ({ url }) => Response.redirect(`${url}/elsewhere`, 302),
  'sends to a file': () =>
    new Response(null, { status: 307, headers: { location: 'file:///etc/passwd' } }),
  'answers without end': ({ taken }) =>
    new Response(
      new ReadableStream({
        pull: (stream) => {
          taken(CHUNK.length)
          stream.enqueue(CHUNK)
        },
      }),
    ),
  'never answers': () => new Promise<Response>(() => undefined),
}

/** Misbehaviour of a mail server. */
const MAIL: Record<string, (socket: Socket) => void> = {
  'says nothing': () => undefined,
  'hangs up': (socket) => socket.destroy(),
  'talks nonsense': (socket) => void socket.write('\0\xff nonsense\r\n'.repeat(1000)),
  'talks without end': (socket) => {
    const talk = () => {
      while (!socket.destroyed && socket.write('220-welcome\r\n'.repeat(5000)));
    }
    socket.on('drain', talk)
    talk()
  },
  'takes nobody': (socket) => {
    socket.write('220 here\r\n')
    socket.on('data', () => void socket.write('554 no\r\n'))
  },
}

/** The current behaviour of the servers, and what they have received. */
const now = { web: WEB['answers 500'], mail: MAIL['hangs up'], taken: 0, elsewhere: 0 }

/** Elevations, weather, places, tiles and emails depend on servers that hang, lie, never end or redirect. */
export const services: Attack = {
  name: 'services that hang, lie or redirect',
  services: startServices,
  run: async (stage) => {
    const { victim, tried } = stage
    const token = await victim.account('ann')
    const preferences = { missing_elevations_processing: 'valhalla' }
    const path = '/api/auth/profile/edit/preferences'
    const { status } = await victim.call('POST', path, { token, json: preferences })
    tried(unexpectedStatus('preferences', status, 200))
    for (const [how, web] of Object.entries(WEB)) {
      Object.assign(now, { web, taken: 0, elsewhere: 0 })
      await askAll(stage, token, how)
      tried(now.taken > MAX_TAKEN && `${how}: ${now.taken} bytes were taken`)
      tried(now.elsewhere > 0 && `${how}: the server went there`)
    }
    for (const [how, mail] of Object.entries(MAIL)) {
      now.mail = mail
      const { email } = credentialsOf('ann')
      const path = '/api/auth/password/reset-request'
      const asked = await victim.call('POST', path, { json: { email } })
      tried(unexpectedStatus(`a mail server that ${how}`, asked.status, 200))
      await Bun.sleep(500)
    }
  },
}

const RIDE = rideGpx({ kilometres: 1 })
const FLAT = RIDE.replaceAll(/<ele>[^<]*<\/ele>/g, '')
let day = 0

/** Makes requests of every kind that depends on another server. */
async function askAll({ victim, tried }: AttackContext, token: string, how: string): Promise<void> {
  const started = performance.now()
  day += 1
  const upload = (gpx: string) =>
    victim.call('POST', '/api/workouts', {
      token,
      form: uploadForm('ride.gpx', gpx.replaceAll(/\d{4}-\d\d-\d\dT/g, `${2000 + day}-05-05T`)),
    })
  const withWeather = async () => {
    const { status, body } = await upload(RIDE)
    tried(unexpectedStatus(`${how}: upload`, status, 201))
    const map = body?.data?.workouts?.[0]?.map
    const image = await victim.call('GET', `/api/workouts/map/${map}`)
    tried(unexpectedStatus(`${how}: map image`, image.status, 200, 404, 500, 502, 503, 504))
  }
  const withElevations = async () => {
    const { status, body } = await upload(FLAT)
    tried(unexpectedStatus(`${how}: upload without elevations`, status, 500))
    tried(body?.message !== 'error when processing workout' && `${how}: ${JSON.stringify(body)}`)
  }
  const tile = async () => {
    const { status } = await victim.call('GET', `/api/workouts/map_tile/a/9/${day}/1.png`)
    tried(unexpectedStatus(`${how}: tile`, status, 404, 500, 502, 504))
  }
  const place = async () => {
    const { status } = await victim.call('GET', `/api/geocode/search?city=${day}`, { token })
    tried(unexpectedStatus(`${how}: place`, status, 500))
  }
  await Promise.all([withWeather(), withElevations(), tile(), place()])
  const seconds = (performance.now() - started) / 1000
  tried(seconds > PATIENCE && `${how}: took ${seconds.toFixed(0)} s`)
}

function startServices(): Services {
  const web = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: (request) => {
      const { pathname, origin } = new URL(request.url)
      if (pathname === '/elsewhere') now.elsewhere += 1
      const taken = (bytes: number) => {
        now.taken += bytes
      }
      return now.web?.({ url: origin, taken }) ?? new Response('', { status: 500 })
    },
  })
  const mail = createServer((socket) => {
    socket.on('error', () => undefined)
    now.mail?.(socket)
  })
  const port = listen(mail)
  const url = web.url.origin
  return {
    env: {
      ...{ EMAIL_URL: `smtp://127.0.0.1:${port}`, SENDER_EMAIL: 'milepost@example.com' },
      ...{ TILE_SERVER_URL: `${url}/{z}/{x}/{y}.png`, NOMINATIM_URL: url, VALHALLA_API_URL: url },
      ...{ WEATHER_API_PROVIDER: 'visualcrossing', WEATHER_API_KEY: 'key', WEATHER_API_URL: url },
    },
    end: async () => {
      mail.close()
      await web.stop(true)
    },
  }
}

function listen(server: ReturnType<typeof createServer>): number {
  server.listen(0, '127.0.0.1')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
