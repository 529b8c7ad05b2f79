import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { errorBody, errorCode, ok, okResponse } from '@/server/http/responses/envelope'
import { appConfig, presentAppConfig } from '@/server/responses/app-config'
import type { AppContext } from '@/services/context'
import { editInstance, readInstance } from '@/use-cases/instance/edit-instance'
import { configChanges } from './schema'

const configurationResponse = okResponse({ data: appConfig }, 'ConfigurationResult')
const limitExceeded = t.Object({
  code: errorCode,
  key: t.String(),
  max_value: t.Integer(),
  message: t.String(),
  status: t.Literal('config_value_exceeding_limit'),
})

const severalProblems = t.Object(
  {
    code: errorCode,
    message: t.Array(t.String(), { description: 'Everything that is wrong, in English.' }),
    status: t.Literal('error'),
  },
  { $id: 'ConfigurationProblems' },
)

const docs = operations({
  getConfiguration: {
    summary: 'Get the public configuration of this server',
    description:
      'Upload limits, enabled features, texts of the administrators, versions. `version` is the API version that clients compare; `server_version` is the version of the server itself.',
    responses: { 200: configurationResponse },
  },
  editConfiguration: {
    summary: 'Change settings of this server',
    description:
      'Saves the given values, either all of them or none; they apply immediately. Changing `privacy_policy` asks all users to accept it again.',
    responses: { 200: configurationResponse },
    errors: {
      400: {
        when: 'A value is too small, too large or contradicts another; `message` may be a list. For a number that is too large for the database, the response has `key` and `max_value`.',
        schema: t.Union([errorBody, severalProblems, limitExceeded], {
          $id: 'ConfigurationErrorBody',
        }),
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
    .patch(
      '',
      async ({ body, caller }) =>
        ok({ data: presentAppConfig(await editInstance(ctx, caller, body)) }),
      {
        access: { scope: 'application:write', role: 'admin' },
        body: configChanges,
        detail: docs.editConfiguration,
      },
    )
