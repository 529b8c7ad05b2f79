import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { newTestFolder } from '../support/folder'
import { caddy, nginx } from '../support/proxies'

describe('the executable on a Unix socket', () => {
  let binary: InstalledBinary
  beforeAll(() => {
    binary = installBinary()
  }, BUILD_TIMEOUT)
  afterAll(() => binary.remove())

  test('passes the healthcheck, restarts after it was killed, and deletes the socket when it stops', async () => {
    const path = join(newTestFolder(), 'milepost.sock')
    const env = { LISTEN: `unix:${path}` }
    const killed = await binary.serve([], env)
    expect(binary.run(['healthcheck'], env)).toMatchObject({ code: 0, stdout: 'healthy\n' })
    process.kill(killed.pid, 'SIGKILL')
    await killed.stop()
    expect(existsSync(path)).toBe(true)
    expect(binary.run(['healthcheck'], env)).toMatchObject({
      code: 1,
      stderr: `no healthy server at ${path}: no server listens on this socket, or this user may not connect to it. Start the server (milepost serve), or name its --listen.\n`,
    })
    const again = await binary.serve([], env)
    expect(await again.stop()).toEqual({ code: 0 })
    expect(existsSync(path)).toBe(false)
  })

  for (const proxy of [nginx('nginx.conf'), caddy('Caddyfile')])
    test.skipIf(!proxy.program)(`is reachable through ${proxy.name}`, async () => {
      const path = join(newTestFolder(), 'milepost.sock')
      const server = await binary.serve([], { LISTEN: `unix:${path}` })
      afterTest(server.stop)
      const port = freePort()
      const running = await proxy.start({ port, upstream: `http://unix:${path}` })
      afterTest(running.stop)
      const answer = await fetch(`${proxy.scheme}://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        tls: { rejectUnauthorized: false },
      })
      expect(answer.status).toBe(400)
      while (!server.output().includes('POST /api/auth/login')) await Bun.sleep(10)
      expect(server.output()).toContain('client=127.0.0.1')
    })
})
