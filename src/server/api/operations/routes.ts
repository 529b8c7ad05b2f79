import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations as describe } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageParam, parsePage, wordParam } from '@/server/http/parameters/query-params'
import { NO_MAIL, requireMail } from '@/server/http/require-mail'
import { ok, okResponse, pageResponse, paginated } from '@/server/http/responses/envelope'
import { presentSeenUserOrNull } from '@/server/responses/accounts/compact-user'
import { flag, nullable, shortId, text } from '@/server/responses/fields'
import {
  backgroundTask,
  operations,
  presentBackgroundTask,
  presentOperations,
} from '@/server/responses/operations'
import type { AppContext } from '@/services/context'
import {
  cancelTask,
  listBackgroundTasks,
  requireTaskState,
  retryTask,
  TASK_STATES,
} from '@/use-cases/imports/tasks/manage-tasks'
import { operationsReader } from '@/use-cases/instance/read-operations'
import { sendTestMail } from '@/use-cases/instance/send-test-mail'

const PER_PAGE = 10

const taskParams = t.Object({ task_short_id: shortId('The task.') })
const tasksQuery = t.Object({
  page: pageParam,
  state: wordParam(TASK_STATES, 'State of the tasks; required.'),
})
const testMailResult = t.Object({
  error: nullable(text('Why the mail server did not accept the message; null if it did.')),
  is_accepted: flag('Whether the mail server accepted the message.'),
  to: text('Email address of the caller.'),
})
const NO_TASK = 'There is no such task.'

const docs = describe({
  getOperations: {
    summary: 'Get the state of the server',
    description:
      'Health, mail queue, storage, versions and recent errors. Folders are measured in the background.',
    responses: { 200: okResponse({ data: operations }) },
  },
  listTasks: {
    summary: 'List the background tasks in a state',
    description:
      'Of all users, newest first, ten per page. Imports that ended with unreadable files have not failed.',
    responses: { 200: pageResponse({ data: t.Object({ tasks: t.Array(backgroundTask) }) }) },
    errors: { 400: 'The state is missing or unknown.' },
  },
  retryTask: {
    summary: 'Start a failed task again',
    description: 'An import continues after the last file that it has processed.',
    responses: { 200: okResponse({ data: backgroundTask }) },
    errors: {
      400: 'The task has not failed, its archive was deleted, or its user has started another one.',
      404: NO_TASK,
    },
  },
  cancelTask: {
    summary: 'Cancel a waiting or running task',
    description: 'A running import ends after its current file. Imported workouts are kept.',
    responses: { 200: okResponse({ data: backgroundTask }) },
    errors: { 400: 'The task has ended.', 404: NO_TASK },
  },
  sendTestMail: {
    summary: 'Send a test message to the caller',
    description: 'Sent at once, without the queue.',
    responses: { 200: okResponse({ data: testMailResult }) },
    errors: { 404: NO_MAIL },
  },
})

type BackgroundTaskView = Awaited<ReturnType<typeof retryTask>>

const present = ({ task, user }: BackgroundTaskView) =>
  presentBackgroundTask(task, presentSeenUserOrNull(user ?? null))

/** The state of the server for administrators. Apps cannot use it. */
export const operationRoutes = (ctx: AppContext) => {
  const read = operationsReader(ctx)
  return new Elysia({ prefix: '/operations', tags: ['Administration'] })
    .use(endpoints(ctx))
    .get('', async () => ok({ data: presentOperations(await read()) }), {
      access: { role: 'admin' },
      detail: docs.getOperations,
    })
    .get(
      '/tasks',
      async ({ caller, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const state = requireTaskState(query.state)
        const { tasks, total } = await listBackgroundTasks(ctx, caller, { state, page })
        return paginated({ data: { tasks: tasks.map(present) } }, paginationOf(page, total))
      },
      { access: { role: 'admin' }, query: tasksQuery, detail: docs.listTasks },
    )
    .post(
      '/tasks/:task_short_id/retry',
      async ({ caller, params }) =>
        ok({ data: present(await retryTask(ctx, caller, params.task_short_id)) }),
      { access: { role: 'admin' }, params: taskParams, detail: docs.retryTask },
    )
    .post(
      '/tasks/:task_short_id/cancel',
      async ({ caller, params }) =>
        ok({ data: present(await cancelTask(ctx, caller, params.task_short_id)) }),
      { access: { role: 'admin' }, params: taskParams, detail: docs.cancelTask },
    )
    .post(
      '/test-mail',
      async ({ caller }) => {
        requireMail(ctx)
        const { to, error } = await sendTestMail(ctx, caller)
        return ok({ data: { to, is_accepted: error === undefined, error: error ?? null } })
      },
      { access: { role: 'admin' }, detail: docs.sendTestMail },
    )
}
