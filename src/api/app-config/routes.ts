import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentAppConfig } from '@/present/app-config'
import { editInstance, readInstance } from '@/use-cases/instance/edit-instance'
import { configChanges } from './schema'

export const appConfigRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/config' })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentAppConfig(await readInstance(ctx)) }), {
      publicAccess: true,
    })
    .patch('', async ({ body }) => ok({ data: presentAppConfig(await editInstance(ctx, body)) }), {
      access: { scope: 'application:write', role: 'admin' },
      body: configChanges,
    })
