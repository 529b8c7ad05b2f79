import { runNextTimeSlice } from '@/jobs/loop'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { TASK_TYPES } from '@/store/db/schema/columns'
import { rideGpx } from './ride'
import { type ZipMember, zipBytes } from './tracks/zip'
import { startWorkoutServer } from './workouts'

/** The text of a short ride on a given day. */
export const aRide = (day: number): string =>
  rideGpx({ seed: day, start: new Date(Date.UTC(2024, 0, day, 7)), kilometres: 2 })

/** `count` rides as members of an archive: `1.gpx`, `2.gpx`, … */
export const rides = (count: number): ZipMember[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${index + 1}.gpx`,
    content: aRide(index + 1),
  }))

/** A server with a user whose archives of more than two files become tasks, which the test processes. */
export async function startArchiveServer(...given: Parameters<typeof startWorkoutServer>) {
  const server = await startWorkoutServer(...given)
  await writeTo(server.ctx.db, (tx) =>
    updateAppConfig(tx, { file_sync_limit_import: 2, file_limit_import: 50 }),
  )
  /** Processes one task of each type for one time slice. */
  const serve = async () => {
    for (const type of TASK_TYPES) await runNextTimeSlice(server.ctx, type)
  }
  const task = async (id: string) => {
    const { body } = await server.get(`/api/workouts/upload-tasks/${id}`)
    return body.task
  }
  return {
    ...server,
    serve,
    task,
    uploadZip: (members: readonly ZipMember[], data: object = {}) =>
      server.upload('archive.zip', zipBytes(members), data),
    zipForm: (members: readonly ZipMember[]) => {
      const body = new FormData()
      body.set('file', new File([new Uint8Array(zipBytes(members))], 'archive.zip'))
      body.set('data', '{"sport_id": 1}')
      return body
    },
    /** Uploads an archive that becomes a task. Returns its id. */
    queue: async (members: readonly ZipMember[] = rides(3), data: object = {}): Promise<string> => {
      const { status, body } = await server.upload('archive.zip', zipBytes(members), data)
      if (status !== 200) throw new Error(`no task: ${JSON.stringify(body)}`)
      return body.data.task_id
    },
    workouts: async (): Promise<number> => {
      const { body } = await server.get('/api/workouts')
      return body.pagination.total
    },
  }
}
