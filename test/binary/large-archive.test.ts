import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { writeRides } from '../bench/archive'
import { logIn, PASSWORD, uploadForm } from '../bench/server'
import { startTileServer } from '../bench/tile-server'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, installBinary } from '../support/binary'

const RIDES = 300
const POINTS = 120
const CYCLING = 1

interface Answer {
  data: { task_id: string; efforts: unknown[] }
  task: { status: string; new_workouts_count: number }
}

test(
  'a server computes the best efforts of a large archive before it draws its maps',
  async () => {
    const binary = installBinary()
    afterTest(binary.remove)
    // With tiles, maps are drawn ahead one at a time when the server is idle, which takes minutes.
    const tiles = await startTileServer()
    afterTest(tiles.stop)
    const server = await binary.serve([], { TILE_SERVER_URL: tiles.url })
    afterTest(server.stop)
    binary.run(['users', 'create', 'ann', '--email', 'ann@example.com', '--password', PASSWORD])
    const authorization = `Bearer ${await logIn(server.url, 'ann@example.com')}`
    const ask = async (path: string, init: RequestInit = {}) =>
      (await (
        await fetch(server.url + path, { ...init, headers: { authorization } })
      ).json()) as Answer
    const archive = join(binary.folder, 'rides.zip')
    await writeRides(archive, RIDES, POINTS)
    const body = uploadForm(archive, { sport_id: CYCLING })
    const { data } = await ask('/api/workouts', { method: 'POST', body })
    const task = async () => (await ask(`/api/workouts/upload-tasks/${data.task_id}`)).task
    while ((await task()).status !== 'successful') await Bun.sleep(50)
    expect((await task()).new_workouts_count).toBe(RIDES)
    const efforts = async () => (await ask(`/api/efforts?sport_id=${CYCLING}`)).data.efforts
    while ((await efforts()).length === 0) await Bun.sleep(500)
    expect((await efforts()).length).toBeGreaterThan(0)
  },
  BUILD_TIMEOUT,
)
