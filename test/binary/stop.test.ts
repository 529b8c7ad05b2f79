import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { aRide } from '../support/archives'
import { BUILD_TIMEOUT, installBinary } from '../support/binary'
import { eventually } from '../support/eventually'

const PASSWORD = 'correct horse battery'

/** Stored recordings of users. */
const recordingsIn = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true }).filter((name) => `${name}`.includes('.gpx')).length

test(
  'a server that is stopped while an upload waits for the database exits without an error',
  async () => {
    const binary = installBinary()
    const create = ['users', 'create', 'ann', '--email', 'ann@example.com', '--password', PASSWORD]
    expect(binary.run(create).code).toBe(0)
    const server = await binary.serve()
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
    })
    const { auth_token: token } = await login.json()
    const other = new Database(join(binary.dataDir, 'milepost.db'))
    try {
      other.exec('begin immediate')
      const form = new FormData()
      form.set('file', new File([aRide(1)], 'ride.gpx'))
      form.set('data', JSON.stringify({ sport_id: 1 }))
      const upload = fetch(`${server.url}/api/workouts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      }).catch(() => undefined)
      await eventually(() => recordingsIn(binary.dataDir)).toBeGreaterThan(0)
      expect(await server.stop()).toEqual({ code: 0 })
      await upload
      expect(server.output()).toContain('info stopping')
      // What the database does not take is a warning, which names the error; nothing is thrown.
      expect(server.output()).not.toMatch(/ error |^\w*Error:/m)
    } finally {
      other.close()
      binary.remove()
    }
  },
  BUILD_TIMEOUT,
)
