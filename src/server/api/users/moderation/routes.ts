import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { userParams } from '@/server/http/parameters/path-params'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import { created, noContent, ok, paginated } from '@/server/http/responses/envelope'
import { presentComment } from '@/server/responses/comment'
import { presentMemberNote } from '@/server/responses/member-note'
import { presentReportDetail } from '@/server/responses/report'
import { presentWorkoutInList } from '@/server/responses/workouts/listed-workout'
import type { AppContext } from '@/services/context'
import {
  createMemberNote,
  deleteMemberNote,
  listMemberNotes,
} from '@/use-cases/moderation/member-notes'
import { readRecentContent } from '@/use-cases/moderation/read-recent-content'
import { sanctionMember } from '@/use-cases/moderation/sanction-member'
import { docs, memberNoteParams, newMemberNote, newSanction } from './schema'

const PER_PAGE = 10

/** What moderators see of a member, and do about one, without a report. */
export const memberModerationRoutes = (ctx: AppContext) => {
  const reading = { scope: 'reports:read', role: 'moderator' } as const
  const writing = { scope: 'reports:write', role: 'moderator' } as const
  return new Elysia({ prefix: '/users/:user_name', tags: ['Moderation'] })
    .use(endpoints(ctx))
    .post(
      '/sanctions',
      async ({ caller, params, body, dialect, status }) => {
        const request = { username: params.user_name, input: body }
        const view = await sanctionMember(ctx, caller, request)
        return status(201, ok({ report: presentReportDetail(view, dialect) }))
      },
      { access: writing, params: userParams, body: newSanction, detail: docs.sanctionMember },
    )
    .get(
      '/recent-content',
      async ({ caller, params, dialect }) => {
        const { comments, workouts } = await readRecentContent(ctx, caller, params.user_name)
        return ok({
          comments: comments.map(presentComment),
          workouts: workouts.map((view) => presentWorkoutInList(view, dialect)),
        })
      },
      { access: reading, params: userParams, detail: docs.readRecentContent },
    )
    .get(
      '/moderation-notes',
      async ({ caller, params, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { username: params.user_name, ...page }
        const { views, total } = await listMemberNotes(ctx, caller, request)
        return paginated({ notes: views.map(presentMemberNote) }, paginationOf(page, total))
      },
      { access: reading, params: userParams, query: pageQuery, detail: docs.listMemberNotes },
    )
    .post(
      '/moderation-notes',
      async ({ caller, params, body, status }) => {
        const request = { username: params.user_name, text: body.text }
        const view = await createMemberNote(ctx, caller, request)
        return status(201, created({ note: presentMemberNote(view) }))
      },
      { access: writing, params: userParams, body: newMemberNote, detail: docs.createMemberNote },
    )
    .delete(
      '/moderation-notes/:note_id',
      async ({ caller, params }) => {
        await deleteMemberNote(ctx, caller, { username: params.user_name, id: params.note_id })
        return noContent()
      },
      { access: writing, params: memberNoteParams, detail: docs.deleteMemberNote },
    )
}
