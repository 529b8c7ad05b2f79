import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { sendFile } from '@/http/send-file'
import { presentExportTask } from '@/present/task'
import { findExport, requestExport, requireExportFile } from '@/use-cases/exports/request-export'

const exportParams = t.Object({ file_name: t.String() })

export const dataExportRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/account/export' })
    .use(endpoints(ctx))
    .post(
      '/request',
      async ({ caller }) => ok({ request: presentExportTask(await requestExport(ctx, caller)) }),
      { access: { suspended: true } },
    )
    .get(
      '',
      async ({ caller }) => {
        const task = await findExport(ctx, caller)
        return ok({ request: task ? presentExportTask(task) : null })
      },
      { access: { suspended: true } },
    )
    .get(
      '/:file_name',
      async ({ caller, params: { file_name }, request }) =>
        sendFile(request, {
          path: await requireExportFile(ctx, caller, file_name),
          type: 'application/zip',
          name: file_name,
        }),
      { access: { suspended: true }, params: exportParams },
    )
