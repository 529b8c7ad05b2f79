import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { backupStatus, presentBackupStatus } from '@/present/backup'

/** What the API document tells of the routes. */
const docs = operations({
  getBackupStatus: {
    summary: 'Read how the latest backups went',
    description: 'The newest complete one, and why the last attempt failed, if it did.',
    answers: { 200: okAnswer({ data: backupStatus }) },
  },
})

export const backupRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/backups', tags: ['Administration'] })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentBackupStatus(await ctx.backups?.status()) }), {
      access: { role: 'admin' },
      detail: docs.getBackupStatus,
    })
