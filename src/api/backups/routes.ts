import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentBackupStatus } from '@/present/backup'

export const backupRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/backups' })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentBackupStatus(await ctx.backups?.status()) }), {
      access: { role: 'admin' },
    })
