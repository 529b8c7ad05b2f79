import { readdirSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { rideGpx } from '../../support/ride'
import { type Attack, attemptCount, unexpectedStatus } from '../attack'
import { open } from '../sending'
import { uploadForm } from '../victim'

const ROUNDS = 5
const PAUSE = 2000
/** Temporary files that the server may have open for uploads. */
const MAX_FILES = 256
const HEAD = 'Host: milepost\r\nContent-Length: 1000000'
const FORM = 'Content-Type: multipart/form-data; boundary=b'
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.gpx"\r\n\r\n'

const beginnings = (token: string) => [
  `POST /api/workouts HTTP/1.1\r\n${HEAD}\r\n${FORM}\r\nAuthorization: Bearer ${token}\r\n\r\n${PART}x`,
  `POST /api/inbox HTTP/1.1\r\n${HEAD}\r\nAuthorization: Bearer ${token}\r\n\r\nx`,
]

/** Uploads of a user that send almost nothing, while others upload at the same time. */
export const slowUploads: Attack = {
  name: 'slow uploads',
  run: async (stage) => {
    const { victim, tried } = stage
    const [slow, other] = [await victim.account('slow'), await victim.account('other')]
    const heads = beginnings(slow)
    const sockets: Socket[] = []
    const count = attemptCount(stage, 1000, 3000)
    while (sockets.length < count) {
      const socket = await open(victim.url)
      socket.on('error', () => undefined)
      socket.write(heads[sockets.length % heads.length] ?? '')
      sockets.push(socket)
    }
    for (let round = 0; round < ROUNDS; round++) {
      await Bun.sleep(PAUSE)
      for (const socket of sockets) if (!socket.destroyed) socket.write('x')
      const start = new Date(Date.UTC(2020, 0, round + 1, 7))
      const form = uploadForm('ride.gpx', rideGpx({ seed: round, start, kilometres: 2 }))
      const startedAt = performance.now()
      const { status } = await victim.call('POST', '/api/workouts', { token: other, form })
      tried(unexpectedStatus('upload of another user', status, 201))
      const files = temporaryFiles(victim.pid())
      tried(files > MAX_FILES && `${files} temporary files are open`)
      console.log(
        `  round ${round + 1}: ${files} temporary files, an upload took ${Math.round(performance.now() - startedAt)} ms`,
      )
    }
    for (const socket of sockets) {
      tried()
      socket.destroy()
    }
  },
}

/** The number of temporary upload files that a process has open. */
function temporaryFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`)
    } catch {
      return ''
    }
  })
  return targets.filter((target) => /\/(incoming|\.arriving)\//.test(target)).length
}
