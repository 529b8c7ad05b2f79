import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { errorBody, ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { appConfig, presentAppConfig } from '@/present/app-config'
import { editInstance, readInstance } from '@/use-cases/instance/edit-instance'
import { configChanges } from './schema'

const configurationAnswer = okAnswer({ data: appConfig })
const limitExceeded = t.Object({
  key: t.String(),
  max_value: t.Integer(),
  message: t.String(),
  status: t.Literal('config_value_exceeding_limit'),
})

/** What the API document tells of the routes. */
const docs = operations({
  getConfiguration: {
    summary: 'Read what clients need to know of this server',
    description:
      'Limits of uploads, what is switched on, texts of the administrators, versions. `version` is the version of the API that programs compare; the program itself has `server_version`.',
    answers: { 200: configurationAnswer },
  },
  editConfiguration: {
    summary: 'Change settings of this server',
    description:
      'Saves the values that are given, all of them or none; they apply at once. Changing `privacy_policy` asks everybody to accept it again.',
    answers: { 200: configurationAnswer },
    refusals: {
      400: {
        when: 'A value is too small, too large or contradicts another; `message` may be a list. A number beyond what the database holds is told with `key` and `max_value`.',
        schema: t.Union([errorBody, limitExceeded]),
      },
    },
  },
})

export const appConfigRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/config', tags: ['Server'] })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentAppConfig(await readInstance(ctx)) }), {
      publicAccess: true,
      detail: docs.getConfiguration,
    })
    .patch('', async ({ body }) => ok({ data: presentAppConfig(await editInstance(ctx, body)) }), {
      access: { scope: 'application:write', role: 'admin' },
      body: configChanges,
      detail: docs.editConfiguration,
    })
