import { afterAll, beforeAll, expect, test } from 'bun:test'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { nginx } from '../support/proxies'

const proxy = nginx('nginx.conf')
let binary: InstalledBinary

beforeAll(() => {
  binary = installBinary()
}, BUILD_TIMEOUT)
afterAll(() => binary?.remove())

test.skipIf(!proxy.program)(
  'clients behind nginx get 401 when their token has ended, even before they have sent the whole body',
  async () => {
    const server = await binary.serve([])
    afterTest(server.stop)
    const port = freePort()
    const running = await proxy.start({ port, upstream: server.url })
    afterTest(running.stop)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await fetch(`${proxy.scheme}://127.0.0.1:${port}/api/workouts`, {
        method: 'POST',
        body: new Uint8Array(5_000_000),
        headers: { authorization: 'Bearer ended' },
        keepalive: false,
        tls: { rejectUnauthorized: false },
      })
      expect(answer.status).toBe(401)
    }
  },
)
