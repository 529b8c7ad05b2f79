import { expect, test } from 'bun:test'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { HandledRequest } from '@/lib/log'
import { startServer as listen } from '@/server/server'
import { clearSocket } from '@/server/unix-socket'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { newTestFolder } from '../support/folder'

const socketIn = (folder: string) => ({ path: join(folder, 'milepost.sock'), mode: 0o660 })

test('a server on a Unix socket serves users with access to it, and trusts their forwarding headers', async () => {
  const socket = socketIn(newTestFolder())
  const { ctx } = startServer({ socket })
  const answered: HandledRequest[] = []
  ctx.logRequest = (request) => void answered.push(request)
  const server = listen(ctx)
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  const ask = (path: string) =>
    fetch(`http://localhost${path}`, { unix: socket.path, headers, method: 'POST' })
  expect((await ask('/api/auth/login')).status).toBe(400)
  expect(answered).toMatchObject([{ path: '/api/auth/login', client: '192.0.2.7' }])
  expect(server.url).toBe(`unix:${socket.path}`)
  expect(statSync(socket.path).mode & 0o777).toBe(0o660)
  await server.stop()
  expect(existsSync(socket.path)).toBe(false)
})

test('the socket of a killed server is replaced', async () => {
  const socket = socketIn(newTestFolder())
  const script = `Bun.listen({ unix: '${socket.path}', socket: { data() {} } }); process.kill(process.pid, 'SIGKILL')`
  await Bun.spawn([process.execPath, '-e', script]).exited
  expect(existsSync(socket.path)).toBe(true)
  await clearSocket(socket)
  expect(existsSync(socket.path)).toBe(false)
})

test('a socket on which another server listens is not touched', async () => {
  const socket = socketIn(newTestFolder())
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(socket.path, resolve))
  afterTest(() => void other.close())
  await expect(clearSocket(socket)).rejects.toThrow(`Another server listens on ${socket.path}: `)
  expect(existsSync(socket.path)).toBe(true)
})

test('a file that is not a socket is not deleted', async () => {
  const socket = socketIn(newTestFolder())
  writeFileSync(socket.path, 'precious')
  await expect(clearSocket(socket)).rejects.toThrow(`${socket.path} is not a socket`)
  expect(existsSync(socket.path)).toBe(true)
})
