import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { databaseCheck } from '@/use-cases/instance/check-health'

/** What the API document tells of the routes. */
const docs = operations({
  ping: {
    summary: 'Tell that the server runs',
    description: 'For monitors and load balancers; nothing else is looked at.',
    answers: { 200: okAnswer({ message: t.Literal('pong!') }) },
  },
  checkDatabase: {
    summary: 'Tell that the database works',
    description:
      'For monitors: reads essential tables from the disk, and looks whether they could be written.',
    answers: { 200: okAnswer({ message: t.Literal('db available') }) },
    refusals: { 500: 'The database is gone, damaged or cannot be written.' },
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
