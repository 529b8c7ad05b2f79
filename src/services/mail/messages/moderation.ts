import {
  action,
  type Block,
  image,
  type Message,
  type MessageContext,
  note,
  quote,
  text,
} from '@/services/mail/message'
import type { ReportedType } from '@/store/db/schema/columns'

/** A comment or workout that a moderator has acted on, as shown in messages. */
export type SanctionedContent =
  | {
      kind: 'comment'
      /** Plain text. */
      text: string
      date: number
      /** Its path in the web UI. */
      path: string
    }
  | {
      kind: 'workout'
      title: string
      date: number
      path: string
      /** Path of its map image, if there is one. */
      mapPath: string | undefined
    }

/** The moderator's reason for a decision; empty if there is none. */
const reasonFor = (context: MessageContext, reason: string | null): Block[] =>
  reason ? [text(context.text('moderation.reason')), quote(reason)] : []

/** The content that the decision is about; empty if it was deleted. */
function about(context: MessageContext, content: SanctionedContent | undefined): Block[] {
  if (!content) return []
  const date = context.date(content.date)
  if (content.kind === 'comment')
    return [text(context.text('moderation.comment', { date })), quote(content.text)]
  const { title, mapPath } = content
  return [
    text(context.text('moderation.workout', { title, date })),
    ...(mapPath ? [image(context.text('moderation.map'), context.link(mapPath))] : []),
  ]
}

/** A link to the content. */
const seeContent = (context: MessageContext, content: SanctionedContent | undefined): Block[] =>
  content
    ? [action(context.text(`moderation.see_${content.kind}`), context.link(content.path))]
    : []

/** A link to the page for appeals. */
const appealAt = (context: MessageContext, path: string): Block =>
  action(context.text('moderation.appeal'), context.link(path))

interface Warning {
  reason: string | null
  content: SanctionedContent | undefined
  /** Short id of the action. */
  id: string
}

/** Warns a user, quotes the content in question, and links to the page for appeals. */
export const userWarning =
  ({ reason, content, id }: Warning): Message =>
  (context) => ({
    subject: context.text('user_warning.subject', { username: context.username }),
    blocks: [
      text(context.text('user_warning.intro')),
      ...reasonFor(context, reason),
      ...about(context, content),
      ...seeContent(context, content),
      appealAt(context, `/profile/moderation/sanctions/${id}`),
    ],
  })

/** Notifies the user that a warning was lifted. */
export const userWarningLifting =
  (content: SanctionedContent | undefined): Message =>
  (context) => ({
    subject: context.text('user_warning_lifting.subject', { username: context.username }),
    blocks: [
      text(context.text('user_warning_lifting.intro')),
      ...about(context, content),
      ...seeContent(context, content),
    ],
  })

/** Notifies the user that the account is suspended, with a link to the page for appeals. */
export const userSuspension =
  (reason: string | null): Message =>
  (context) => ({
    subject: context.text('user_suspension.subject'),
    blocks: [
      text(context.text('user_suspension.intro')),
      ...reasonFor(context, reason),
      appealAt(context, '/profile/suspension'),
    ],
  })

/** Notifies the user that the account is no longer suspended. */
export const userUnsuspension =
  (reason: string | null): Message =>
  (context) => ({
    subject: context.text('user_unsuspension.subject'),
    blocks: [text(context.text('user_unsuspension.intro')), ...reasonFor(context, reason)],
  })

/**
 * Notifies the author of a comment, or the owner of a workout, that it is suspended, with a link to the page for
 * appeals.
 */
export const contentSuspension =
  ({ reason, content }: { reason: string | null; content: SanctionedContent }): Message =>
  (context) => ({
    subject: context.text(`${content.kind}_suspension.subject`),
    blocks: [
      text(context.text(`${content.kind}_suspension.intro`)),
      ...reasonFor(context, reason),
      ...about(context, content),
      appealAt(context, content.path),
    ],
  })

/** Notifies the author of a comment, or the owner of a workout, that it is no longer suspended. */
export const contentUnsuspension =
  ({ reason, content }: { reason: string | null; content: SanctionedContent }): Message =>
  (context) => ({
    subject: context.text(`${content.kind}_unsuspension.subject`),
    blocks: [
      text(context.text(`${content.kind}_unsuspension.intro`)),
      ...reasonFor(context, reason),
      ...about(context, content),
      ...seeContent(context, content),
    ],
  })

/** Decisions that users can appeal. */
type Appealable = 'user_suspension' | 'user_warning' | 'comment_suspension' | 'workout_suspension'

interface Rejection {
  against: Appealable
  reason: string | null
  content: SanctionedContent | undefined
}

/** Notifies the user that an appeal was rejected. */
export const appealRejected =
  ({ against, reason, content }: Rejection): Message =>
  (context) => ({
    subject: context.text('appeal_rejected.subject'),
    blocks: [
      text(context.text(`appeal_rejected.${against}`)),
      ...reasonFor(context, reason),
      ...about(context, content),
    ],
  })

interface ReceivedReport {
  id: number
  object_type: ReportedType
  /** Usernames. */
  reporter: string
  about: string
  /** What is wrong, according to the reporter. */
  note: string
}

/** Notifies a moderator of a new report, with a link to it. */
export const reportReceived =
  ({ id, object_type, reporter, about: name, note: words }: ReceivedReport): Message =>
  (context) => ({
    subject: context.text('report_received.subject'),
    blocks: [
      text(context.text(`report_received.${object_type}`, { reporter, name })),
      quote(words),
      ...seeReport(context, id),
    ],
  })

/** Notifies a moderator of a new appeal, with a link to the report. */
export const appealReceived =
  ({
    appellant: name,
    text: words,
    reportId,
  }: {
    appellant: string
    text: string
    reportId: number
  }): Message =>
  (context) => ({
    subject: context.text('appeal_received.subject'),
    blocks: [
      text(context.text('appeal_received.intro', { name })),
      quote(words),
      ...seeReport(context, reportId),
    ],
  })

/** A link to a report, and how to get no more of these messages. */
const seeReport = (context: MessageContext, id: number): Block[] => [
  action(context.text('report_received.see'), context.link(`/admin/reports/${id}`)),
  note(context.text('report_received.opt_out')),
]
