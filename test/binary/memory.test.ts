import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { writeRides } from '../bench/archive'
import { logIn, PASSWORD, uploadForm } from '../bench/server'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'

/** Megabytes; see the targets of `bun run bench`. */
const MAX_FRESH = 85
const MAX_AFTER_IMPORT = 130
const LIMIT = 120_000

let binary: InstalledBinary
let server: RunningServer

beforeAll(async () => {
  binary = installBinary()
  server = await binary.serve()
}, BUILD_TIMEOUT)

afterAll(async () => {
  await server.stop()
  binary.remove()
})

/** Waits until the memory of the server is below a limit. */
async function untilBelow(megabytes: number): Promise<void> {
  while (server.residentMb() >= megabytes) await Bun.sleep(500)
}

test(
  'an idle server releases the memory that only its start needed',
  async () => {
    await untilBelow(MAX_FRESH)
    expect(server.residentMb()).toBeLessThan(MAX_FRESH)
  },
  LIMIT,
)

test(
  'the memory of an import is released',
  async () => {
    const account = ['--email', 'ann@example.com', '--password', PASSWORD]
    binary.run(['users', 'create', 'ann', ...account])
    const authorization = `Bearer ${await logIn(server.url, 'ann@example.com')}`
    const archive = join(binary.folder, 'rides.zip')
    await writeRides(archive, 25, 3600)
    const ask = async (path: string, init: RequestInit = {}) =>
      (await (await fetch(server.url + path, { ...init, headers: { authorization } })).json()) as {
        data: { task_id: string }
        task: { status: string }
      }
    const body = uploadForm(archive, { sport_id: 1 })
    const { data } = await ask('/api/workouts', { method: 'POST', body })
    const status = async () => (await ask(`/api/workouts/upload-tasks/${data.task_id}`)).task.status
    while ((await status()) !== 'successful') await Bun.sleep(200)
    await untilBelow(MAX_AFTER_IMPORT)
    expect(server.residentMb()).toBeLessThan(MAX_AFTER_IMPORT)
  },
  LIMIT,
)
