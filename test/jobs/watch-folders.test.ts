import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobDeps } from '@/jobs/run-scheduled-jobs'
import { listScheduledJobs } from '@/jobs/schedule'
import { watchFolders } from '@/jobs/watch-folders'
import type { AppContext } from '@/services/context'
import type { AlertKind } from '@/store/db/schema/columns'
import { dataDir, runAs, startInNewFolders } from '../support/cli'
import { startServer } from '../support/client'
import { anOwner } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { smallDisk } from '../support/small-disk'

const DAY = 86_400_000
const DISK = smallDisk(20_000)

startInNewFolders()

/** A server that makes full backups into a folder, and its owner. */
async function startWithBackups(to = join(newTestFolder(), 'backups')) {
  const server = startServer({ dataDir: newTestFolder(), backup: { to, at: '0 3 * * *', keep: 3 } })
  await anOwner(server.ctx, { username: 'owner' })
  return { ...server, to, dataDir: server.ctx.config.dataDir }
}

/** Runs the scheduled job that makes a full backup. */
async function backUp({ ctx }: { ctx: AppContext }) {
  const chore = listScheduledJobs(ctx).find(({ name }) => name === 'make a full backup')
  await chore?.run({ ctx } as JobDeps)
}

const activeAlerts = ({ alerts }: AppContext): AlertKind[] =>
  (
    [
      ...['backup_failed', 'backup_late', 'backup_on_same_disk', 'backup_unmounted'],
      'folder_not_writable',
    ] as AlertKind[]
  ).filter((kind) => alerts.isActive(kind))

const notifications = async ({ db }: AppContext) =>
  (await db.selectFrom('notifications').select('type').execute()).map(({ type }) => type)

describe('a server with full backups', () => {
  test('alerts owners when the backup disk is not mounted, and writes to no other disk', async () => {
    const server = await startWithBackups()
    const { ctx, to } = server
    await backUp(server)
    await watchFolders(ctx, 0)
    expect(activeAlerts(ctx)).toEqual(['backup_on_same_disk'])
    rmSync(to, { recursive: true })
    mkdirSync(to)
    await watchFolders(ctx, 0)
    expect(activeAlerts(ctx)).toEqual(['backup_unmounted'])
    await expect(backUp(server)).rejects.toThrow('its disk is not mounted')
    expect(readdirSync(to)).toEqual([])
    expect(activeAlerts(ctx)).toEqual(['backup_failed', 'backup_unmounted'])
    expect(await notifications(ctx)).toContain('backup_unmounted')
    expect((await ctx.backups?.status())?.failure?.message).toContain('milepost backup --to')
  })

  test('ends the alerts when the disk is back', async () => {
    const server = await startWithBackups()
    const { ctx, to } = server
    await backUp(server)
    rmSync(to, { recursive: true })
    await expect(backUp(server)).rejects.toThrow('its disk is not mounted')
    await watchFolders(ctx, 0)
    mkdirSync(to)
    writeFileSync(join(to, '.milepost-backups'), '')
    await backUp(server)
    await watchFolders(ctx, 0)
    expect(activeAlerts(ctx)).toEqual(['backup_on_same_disk'])
  })

  test('alerts owners when the last backup is overdue, unless the server has just started', async () => {
    const server = await startWithBackups()
    const { ctx, clock } = server
    await backUp(server)
    clock.advance(DAY)
    await watchFolders(ctx, DAY)
    expect(activeAlerts(ctx)).not.toContain('backup_late')
    clock.advance(DAY)
    await watchFolders(ctx, 1000)
    expect(activeAlerts(ctx)).not.toContain('backup_late')
    await watchFolders(ctx, DAY)
    expect(activeAlerts(ctx)).toContain('backup_late')
    await backUp(server)
    expect(activeAlerts(ctx)).not.toContain('backup_late')
  })

  test.skipIf(DISK === undefined)('recognises another disk', async () => {
    const server = await startWithBackups(join(DISK ?? '', 'backups'))
    await backUp(server)
    await watchFolders(server.ctx, 0)
    expect(activeAlerts(server.ctx)).toEqual([])
  })

  test('alerts owners once, not every day, about backups on the same disk', async () => {
    const { ctx, clock } = await startWithBackups()
    await watchFolders(ctx, 0)
    const first = ctx.alerts.find('backup_on_same_disk')?.alertedAt
    clock.advance(3 * DAY)
    await watchFolders(ctx, 0)
    expect(ctx.alerts.find('backup_on_same_disk')?.alertedAt).toBe(first ?? -1)
  })
})

test('a server alerts owners to folders that are not writable, and to no others', async () => {
  const folder = newTestFolder()
  writeFileSync(join(folder, 'file'), '')
  const inboxDir = join(folder, 'file', 'inbox')
  const { ctx } = startServer({ dataDir: newTestFolder(), inboxDir })
  await anOwner(ctx, { username: 'owner' })
  await watchFolders(ctx, 0)
  expect(ctx.alerts.find('folder_not_writable')?.facts.folders).toContain(
    `${inboxDir} (INBOX_FOLDER): it is not there`,
  )
  expect(await notifications(ctx)).toEqual(['folder_not_writable'])
  rmSync(join(folder, 'file'))
  await watchFolders(ctx, 0)
  expect(activeAlerts(ctx)).toEqual([])
})

describe('doctor', () => {
  test('reports that the backup disk is missing, or the same as that of the data', async () => {
    const to = join(newTestFolder(), 'backups')
    const env = { BACKUP_TO: to }
    mkdirSync(to)
    const before = await runAs({ env }, 'doctor', '--offline')
    expect(before.out).toContain(`warning  disk for backups: ${to} is on the same disk`)
    writeFileSync(join(dataDir(), 'backup-target.json'), JSON.stringify({ folder: to }))
    const { code, out } = await runAs({ env }, 'doctor', '--offline')
    expect(code).toBe(1)
    expect(out).toContain(`ERROR    disk for backups: ${to} is empty`)
  })
})
