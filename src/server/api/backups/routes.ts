import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { backupStatus, presentBackupStatus } from '@/server/responses/backup'
import type { AppContext } from '@/services/context'
import { startBackup } from '@/use-cases/instance/back-up'

const docs = operations({
  getBackupStatus: {
    summary: 'Get the status of the latest backups',
    description: 'The newest complete backup, and the error of the last attempt if it failed.',
    responses: { 200: okResponse({ data: backupStatus }) },
  },
  createBackup: {
    summary: 'Start a full backup',
    description: 'It is made in the background; its result is in the status.',
    responses: { 200: okResponse({ data: backupStatus }) },
    errors: { 404: 'Full backups are not configured.', 409: 'A backup is being made.' },
  },
})

export const backupRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/backups', tags: ['Administration'] })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentBackupStatus(await ctx.backups?.status()) }), {
      access: { role: 'admin' },
      detail: docs.getBackupStatus,
    })
    .post(
      '',
      async ({ caller }) => {
        await startBackup(ctx, caller)
        return ok({ data: presentBackupStatus(await ctx.backups?.status()) })
      },
      { access: { role: 'admin' }, detail: docs.createBackup },
    )
