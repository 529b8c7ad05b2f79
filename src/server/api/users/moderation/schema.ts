import { t } from 'elysia'
import { operations } from '@/server/http/operation'
import { actionFields } from '@/server/http/parameters/action-fields'
import { NO_USER, userParams } from '@/server/http/parameters/path-params'
import { createdResponse, EMPTY, okResponse, pageResponse } from '@/server/http/responses/envelope'
import { comment } from '@/server/responses/comment'
import { writing } from '@/server/responses/fields'
import { memberNote } from '@/server/responses/member-note'
import { reportDetail } from '@/server/responses/report'
import { listedWorkout } from '@/server/responses/workouts/listed-workout'

const id = (description: string) => t.Optional(t.String({ minLength: 1, description }))

/** A sanction without a report, or its end. The use case validates which content belongs to which action. */
export const newSanction = t.Object({
  ...actionFields,
  comment_id: id('Short id of the member’s comment that it is about.'),
  workout_id: id('Short id of the member’s workout that it is about.'),
})

export const newMemberNote = t.Object({ text: writing('The note, for moderators only.') })

export const memberNoteParams = t.Object({
  ...userParams.properties,
  note_id: t.Integer({ description: 'Number of the note.' }),
})

/** Entries of the routes in the API document. */
export const docs = operations({
  sanctionMember: {
    summary: 'Warn or suspend a member without a report, or reactivate',
    description:
      'Creates a resolved report by the moderator with the sanction, or adds to the report of the suspension that ends. Actions on content require its id; with the others it says what they are about. The member is notified by email and notification, and can appeal.',
    responses: { 201: okResponse({ report: reportDetail }) },
    errors: {
      400: 'The action is unknown, lacks the content that it is about, or was taken already.',
      403: 'Not a moderator, or the member is the caller or has a higher role.',
      404: 'There is no such member, or no such comment or workout of theirs that the caller may see.',
    },
  },
  readRecentContent: {
    summary: 'List the newest public workouts and comments of a member',
    description:
      'At most ten of each, including suspended ones. Workouts have only what visitors without an account would see.',
    responses: {
      200: okResponse({ comments: t.Array(comment), workouts: t.Array(listedWorkout) }),
    },
    errors: { 404: NO_USER },
  },
  listMemberNotes: {
    summary: 'List the notes of moderators about a member',
    description: 'Newest first, ten per page. The member cannot see them.',
    responses: { 200: pageResponse({ notes: t.Array(memberNote) }) },
    errors: { 404: NO_USER },
  },
  createMemberNote: {
    summary: 'Add a note about a member',
    responses: { 201: createdResponse({ note: memberNote }) },
    errors: { 404: NO_USER },
  },
  deleteMemberNote: {
    summary: 'Delete a note about a member',
    responses: { 204: EMPTY },
    errors: {
      403: 'Another moderator wrote it, and the caller is not an administrator.',
      404: 'There is no such member or note.',
    },
  },
})
