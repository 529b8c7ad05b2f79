import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { okResponse } from '@/server/http/responses/envelope'
import type { AppContext } from '@/services/context'
import { databaseCheck } from '@/use-cases/instance/check-health'

const docs = operations({
  ping: {
    summary: 'Check that the server is running',
    description: 'For monitoring and load balancers. Checks nothing else.',
    responses: { 200: okResponse({ message: t.Literal('pong!') }) },
  },
  checkDatabase: {
    summary: 'Check that the database works',
    description:
      'For monitoring. Reads essential tables from the disk, and checks that they can be written.',
    responses: { 200: okResponse({ message: t.Literal('db available') }) },
    errors: { 500: 'The database is missing, damaged or not writable.' },
  },
})

export const healthRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Server'] })
    .use(endpoints(ctx))
    .get('/ping', () => ({ message: 'pong!', status: 'success' }), {
      publicAccess: true,
      detail: docs.ping,
    })
    .get('/check-db', databaseCheck(ctx), { publicAccess: true, detail: docs.checkDatabase })
