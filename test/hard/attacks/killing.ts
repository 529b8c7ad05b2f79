import { join } from 'node:path'
import { rideGpx } from '../../support/ride'
import { type Attack, asMany, type Stage } from '../attack'
import { uploadForm } from '../victim'

const PROJECT = join(import.meta.dir, '..', '..', '..')
const PARALLEL = 8
const LONGEST_LIFE = 400

/** Kills the server in the middle of uploads, deletes, imports and exports, and looks whether anything was lost. */
export const killing: Attack = {
  name: 'kill -9 at any moment',
  isAlone: true,
  run: async (stage) => {
    await killWhileUploading(stage)
    killWhileImporting(stage)
  },
}

/** What was answered must be there after the restart: workouts with their originals, and nothing that was deleted. */
async function killWhileUploading(stage: Stage): Promise<void> {
  const { victim, random, tried } = stage
  await victim.start()
  const token = await victim.account('ann')
  const kept = new Set<string>()
  const gone = new Set<string>()
  let day = 0
  const upload = async () => {
    day += 1
    const start = new Date(Date.UTC(2000, 0, day, 7))
    const form = uploadForm('ride.gpx', rideGpx({ seed: day, start, kilometres: 1 }))
    const { status, body } = await victim.call('POST', '/api/workouts', { token, form })
    if (status === 201) kept.add(body.data.workouts[0].id)
  }
  const remove = async () => {
    const [id] = kept
    if (id === undefined) return Bun.sleep(5)
    kept.delete(id)
    const { status } = await victim.call('DELETE', `/api/workouts/${id}`, { token })
    if (status === 204) gone.add(id)
  }
  const rounds = asMany(stage, 10, 60)
  for (let round = 0; round < rounds; round++) {
    const state = { over: false }
    const workers = Array.from({ length: PARALLEL }, async (_, at) => {
      while (!state.over)
        await (at === 0 ? remove() : upload()).catch(() => {
          state.over = true
        })
    })
    await Bun.sleep(100 + random() * LONGEST_LIFE)
    await victim.end('SIGKILL')
    state.over = true
    await Promise.all(workers)
    await victim.start()
    const statusOf = async (id: string) =>
      (await victim.call('GET', `/api/workouts/${id}/original/download`, { token })).status
    for (const id of kept) {
      const status = await statusOf(id)
      tried(status !== 200 && `round ${round}: ${id} was lost (${status})`)
    }
    for (const id of gone) tried((await statusOf(id)) !== 404 && `round ${round}: ${id} is back`)
    gone.clear()
    const check = victim.command('db', 'check')
    tried(check.code !== 0 && `round ${round}: ${check.output}`)
  }
  await victim.end('SIGTERM')
}

function killWhileImporting(stage: Stage): void {
  const rounds = asMany(stage, 8, 60)
  const done = Bun.spawnSync([process.execPath, 'test/hard/crash.ts', '--rounds', String(rounds)], {
    cwd: PROJECT,
  })
  for (let round = 1; round < rounds; round++) stage.tried()
  stage.tried(!done.success && `while importing: ${done.stdout}${done.stderr}`)
}
