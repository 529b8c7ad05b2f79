import { type Attack, attemptCount, type Random } from '../attack'
import { askRaw } from '../sending'

/** Parts of requests, some of them valid. */
const METHODS = [
  'GET',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'FOO',
  'get',
  'G T',
]
const PATHS = [
  ...[
    '/',
    '/api/ping',
    '/api/config',
    '/api/auth/login',
    '/api/workouts',
    '/api/users/ann/picture',
  ],
  ...[
    '/api//ping',
    '//',
    '/api/../../etc/passwd',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/%00',
    '/api/%ff',
  ],
  ...[
    '/api/ping?x=%',
    `/api/${'x'.repeat(9000)}`,
    '*',
    'http://evil/api/ping',
    '/api/ping#x',
    '/\\api\\ping',
  ],
  ...[
    '/users/ann/workouts.rss?lang=constructor',
    '/api/workouts?page=9999999999999999999',
    '/api/docs',
  ],
  ...['/api/workouts/map_tile/a/99/0/0.png', '/api/workouts/%E2%82%AC', '/api/users/__proto__'],
]
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']
const HEADERS = [
  ...[
    'Host: milepost',
    'Host: milepost',
    'Host: nas',
    'Host: a b',
    'Host: [::',
    'Host: x:99999',
    'Host:',
  ],
  ...[
    'Content-Type: application/json',
    'Content-Type: multipart/form-data; boundary=',
    'Content-Type: ;',
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: x',
  ],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: x'],
  ...['Authorization: Bearer', 'Authorization: Bearer a.b.c', `Authorization: ${'x'.repeat(8000)}`],
  ...[
    'Cookie: %',
    'Range: bytes=9-1',
    'Range: bytes=-',
    'If-None-Match: "',
    'Accept-Encoding: br;q=x',
  ],
  ...['X-Forwarded-For: ,,,', 'Expect: 100-continue', 'Connection: upgrade', 'Upgrade: websocket'],
  ...[
    `X-Long: ${'x'.repeat(17_000)}`,
    `X-Longer: ${'x'.repeat(40_000)}`,
    ': no name',
    'No colon',
    ' folded',
  ],
]
const BODIES = [
  '',
  '',
  '{}',
  '{"email":',
  '[]',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '\0\0\0',
  '--\r\n\r\n--',
]

const oneOf = <Value>(random: Random, list: readonly Value[]): Value =>
  list[Math.floor(random() * list.length)] as Value

function request(random: Random): string {
  const headers = Array.from({ length: 1 + Math.floor(random() * 6) }, () => oneOf(random, HEADERS))
  const first = [oneOf(random, METHODS), oneOf(random, PATHS), oneOf(random, VERSIONS)].join(' ')
  return `${first}\r\n${headers.join('\r\n')}\r\n\r\n${oneOf(random, BODIES)}`
}

/** Requests that announce more than they send get no response before this timeout in milliseconds. */
const PATIENCE = 500

/** Bun responds with 501 and 505 to unknown transfer encodings and versions. */
const isFault = (status: number) => status >= 500 && status !== 501 && status !== 505

/** Requests composed at random from valid and invalid parts: none may cause an internal error. */
export const malformed: Attack = {
  name: 'malformed requests',
  run: async (stage) => {
    const { victim, random, tried } = stage
    const count = attemptCount(stage, 4000, 100_000)
    const parallel = attemptCount(stage, 20, 100)
    for (let sent = 0; sent < count; sent += parallel) {
      const requests = Array.from({ length: parallel }, () => request(random))
      const statuses = await Promise.all(
        requests.map((text) => askRaw(victim.url, text, PATIENCE).catch(() => 0)),
      )
      for (const [at, status] of statuses.entries())
        tried(isFault(status) && `${status}: ${JSON.stringify(requests[at])}`)
    }
  },
}
