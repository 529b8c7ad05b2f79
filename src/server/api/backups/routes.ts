import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { backupStatus, presentBackupStatus } from '@/server/responses/backup'
import type { AppContext } from '@/services/context'

const docs = operations({
  getBackupStatus: {
    summary: 'Get the status of the latest backups',
    description: 'The newest complete backup, and the error of the last attempt if it failed.',
    responses: { 200: okResponse({ data: backupStatus }) },
  },
})

export const backupRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/backups', tags: ['Administration'] })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentBackupStatus(await ctx.backups?.status()) }), {
      access: { role: 'admin' },
      detail: docs.getBackupStatus,
    })
