import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeExport } from '@/jobs/exports/write-data-export'
import { getUserById } from '@/store/db/queries/accounts/users'
import { eventually } from '../support/eventually'
import { rideGpx } from '../support/ride'
import { smallDisk } from '../support/small-disk'
import { startWorkoutServer } from '../support/workouts'

const disk = smallDisk(64)

/** The files that this process has open. */
function openFiles(): string[] {
  const links = readdirSync('/proc/self/fd').map((descriptor) => `/proc/self/fd/${descriptor}`)
  // The descriptor that listed the folder is closed by now.
  return links.filter((link) => existsSync(link)).map((link) => readlinkSync(link))
}

describe.skipIf(!disk)('an export that fills the disk', () => {
  test('fails, and leaves no file behind, neither on disk nor open', async () => {
    const { ctx, user, record } = await startWorkoutServer()
    // More than is buffered ahead of the writer.
    for (const day of [1, 2, 3])
      await record(
        'long.gpx',
        rideGpx({ kilometres: 300, start: new Date(Date.UTC(2024, 1, day)) }),
      )
    const slice = { isOver: async () => false, extend: () => undefined }
    const run = { ctx, user: await getUserById(ctx.db, user.id), slice, withAnalysis: false }
    const path = join(disk ?? '', 'export.zip')
    await expect(writeExport(run, path)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(readdirSync(disk ?? '')).toEqual([])
    await eventually(() => openFiles().filter((file) => file.endsWith('.gpx'))).toEqual([])
  })
})
