import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { writeRides } from '../bench/archive'
import { logIn, PASSWORD, uploadForm } from '../bench/server'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { cachedBytes, evictsFiles } from '../support/page-cache'

/** Megabytes; what is aimed at is 65, and 130 after 1,000 files, and `bun run bench` measures it. */
const MOST_FRESH = 85
const MOST_AFTER_IMPORT = 115
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

/** Waits until the server is as small as that. */
async function untilBelow(megabytes: number): Promise<void> {
  while (server.residentMb() >= megabytes) await Bun.sleep(500)
}

test(
  'a server that nobody uses gives back what only its start needed',
  async () => {
    await untilBelow(MOST_FRESH)
    expect(server.residentMb()).toBeLessThan(MOST_FRESH)
  },
  LIMIT,
)

test(
  'the memory of an import is given back',
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
    await untilBelow(MOST_AFTER_IMPORT)
    expect(server.residentMb()).toBeLessThan(MOST_AFTER_IMPORT)
  },
  LIMIT,
)

test.skipIf(!evictsFiles())(
  'the originals of an import are not kept in the memory of the system',
  async () => {
    const glob = new Glob('**/*.gpx.gz')
    const originals = [...glob.scanSync({ cwd: binary.dataDir, absolute: true })]
    expect(originals).toHaveLength(25)
    while (cachedBytes(originals) > 0) await Bun.sleep(200)
    expect(cachedBytes(originals)).toBe(0)
  },
  LIMIT,
)
