import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { checkDatabase } from '@/use-cases/instance/check-health'

export const healthRoutes = (ctx: AppContext) =>
  new Elysia()
    .use(endpoints(ctx))
    .get('/ping', () => ({ message: 'pong!', status: 'success' }), { publicAccess: true })
    .get('/check-db', () => checkDatabase(ctx), { publicAccess: true })
