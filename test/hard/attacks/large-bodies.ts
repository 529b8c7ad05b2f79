import { type Attack, attemptCount, unexpectedStatus } from '../attack'
import { flood } from '../sending'

const MB = 1024 * 1024
const JSON_TYPE = 'application/json'

const headOf = (path: string, type: string, token?: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: milepost',
    `Content-Type: ${type}`,
    ...(token ? [`Authorization: Bearer ${token}`] : []),
  ].join('\r\n')

/**
 * Bodies of up to a gigabyte, with and without Content-Length, by anonymous clients and by a user, alone and six at a
 * time.
 */
export const largeBodies: Attack = {
  name: 'bodies of up to 1 GB',
  run: async (stage) => {
    const { victim, tried } = stage
    const token = await victim.account('ann')
    const bytes = attemptCount(stage, 200, 1000) * MB
    const paths: [path: string, type: string, token: string | undefined, expected: number[]][] = [
      ['/api/auth/login', JSON_TYPE, undefined, [413]],
      ['/api/auth/login', 'text/plain', undefined, [415]],
      ['/api/auth/login', 'application/octet-stream', undefined, [415]],
      ['/api/oauth/token', 'application/x-www-form-urlencoded', undefined, [413]],
      ['/api/workouts', 'multipart/form-data; boundary=b', undefined, [401]],
      ['/api/workouts/no_gpx', JSON_TYPE, undefined, [401]],
      ['/api/workouts/no_gpx', JSON_TYPE, token, [413]],
      ['/api/auth/picture', 'multipart/form-data; boundary=b', token, [400, 413]],
      ['/api/nonsense', JSON_TYPE, undefined, [404]],
      ['/', JSON_TYPE, undefined, [405]],
    ]
    for (const isChunked of [false, true])
      for (const [path, type, caller, expected] of paths) {
        const head = headOf(path, type, caller)
        const status = await flood(victim.url, { head, bytes, isChunked })
        tried(
          unexpectedStatus(
            `${path} ${type} ${isChunked ? 'chunked' : 'announced'}`,
            status,
            ...expected,
          ),
        )
      }
    const head = headOf('/api/auth/login', JSON_TYPE)
    const six = Array.from({ length: 6 }, (_, at) =>
      flood(victim.url, { head, bytes: 0.7 * bytes, isChunked: at % 2 === 0 }),
    )
    for (const status of await Promise.all(six))
      tried(unexpectedStatus('six at a time', status, 413))
  },
}
