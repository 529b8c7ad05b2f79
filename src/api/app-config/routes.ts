import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentAppConfig } from '@/present/app-config'
import { readInstance } from './service'

export const appConfigRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/config' })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentAppConfig(await readInstance(ctx)) }), {
      publicAccess: true,
    })
