import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { checkDatabase } from '@/use-cases/instance/check-health'

/** What the API document tells of the routes. */
const docs = operations({
  ping: {
    summary: 'Tell that the server runs',
    description: 'For monitors and load balancers; nothing else is looked at.',
    answers: { 200: okAnswer({ message: t.Literal('pong!') }) },
  },
  checkDatabase: {
    summary: 'Tell that the database answers',
    description: 'For monitors: asks the database for something small.',
    answers: { 200: okAnswer({ message: t.Literal('db available') }) },
    refusals: { 500: 'The database does not answer.' },
  },
})

export const healthRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Server'] })
    .use(endpoints(ctx))
    .get('/ping', () => ({ message: 'pong!', status: 'success' }), {
      publicAccess: true,
      detail: docs.ping,
    })
    .get('/check-db', () => checkDatabase(ctx), { publicAccess: true, detail: docs.checkDatabase })
