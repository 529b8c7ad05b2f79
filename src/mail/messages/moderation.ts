import { action, type Block, image, type Letter, type Message, quote, text } from '@/mail/letter'

/** A comment or workout that a moderator has acted on, as mails show it. */
export type SanctionedContent =
  | {
      kind: 'comment'
      /** Plain text. */
      text: string
      date: number
      /** Where it is found in the web UI. */
      path: string
    }
  | {
      kind: 'workout'
      title: string
      date: number
      path: string
      /** Path of the picture of its map, if there is one. */
      mapPath: string | undefined
    }

/** What a moderator wrote about a decision; nothing when there is no reason. */
const reasonFor = (letter: Letter, reason: string | null): Block[] =>
  reason ? [text(letter.text('moderation.reason')), quote(reason)] : []

/** What the decision is about; nothing when it is no longer there. */
function about(letter: Letter, content: SanctionedContent | undefined): Block[] {
  if (!content) return []
  const date = letter.date(content.date)
  if (content.kind === 'comment')
    return [text(letter.text('moderation.comment', { date })), quote(content.text)]
  const { title, mapPath } = content
  return [
    text(letter.text('moderation.workout', { title, date })),
    ...(mapPath ? [image(letter.text('moderation.map'), letter.link(mapPath))] : []),
  ]
}

/** The way to the content. */
const seeContent = (letter: Letter, content: SanctionedContent | undefined): Block[] =>
  content ? [action(letter.text(`moderation.see_${content.kind}`), letter.link(content.path))] : []

/** The page where to appeal. */
const appealAt = (letter: Letter, path: string): Block =>
  action(letter.text('moderation.appeal'), letter.link(path))

interface Warning {
  reason: string | null
  content: SanctionedContent | undefined
  /** Short id of the action. */
  id: string
}

/** Warns somebody, with what it is about, and tells where to appeal. */
export const userWarning =
  ({ reason, content, id }: Warning): Message =>
  (letter) => ({
    subject: letter.text('user_warning.subject', { username: letter.username }),
    blocks: [
      text(letter.text('user_warning.intro')),
      ...reasonFor(letter, reason),
      ...about(letter, content),
      ...seeContent(letter, content),
      appealAt(letter, `/profile/moderation/sanctions/${id}`),
    ],
  })

/** Tells that a warning is void. */
export const userWarningLifting =
  (content: SanctionedContent | undefined): Message =>
  (letter) => ({
    subject: letter.text('user_warning_lifting.subject', { username: letter.username }),
    blocks: [
      text(letter.text('user_warning_lifting.intro')),
      ...about(letter, content),
      ...seeContent(letter, content),
    ],
  })

/** Tells that the account is suspended, and where to appeal. */
export const userSuspension =
  (reason: string | null): Message =>
  (letter) => ({
    subject: letter.text('user_suspension.subject'),
    blocks: [
      text(letter.text('user_suspension.intro')),
      ...reasonFor(letter, reason),
      appealAt(letter, '/profile/suspension'),
    ],
  })

/** Tells that the account is no longer suspended. */
export const userUnsuspension =
  (reason: string | null): Message =>
  (letter) => ({
    subject: letter.text('user_unsuspension.subject'),
    blocks: [text(letter.text('user_unsuspension.intro')), ...reasonFor(letter, reason)],
  })

/** Tells the author of a comment, or the owner of a workout, that it is suspended, and where to appeal. */
export const contentSuspension =
  ({ reason, content }: { reason: string | null; content: SanctionedContent }): Message =>
  (letter) => ({
    subject: letter.text(`${content.kind}_suspension.subject`),
    blocks: [
      text(letter.text(`${content.kind}_suspension.intro`)),
      ...reasonFor(letter, reason),
      ...about(letter, content),
      appealAt(letter, content.path),
    ],
  })

/** Tells the author of a comment, or the owner of a workout, that it is no longer suspended. */
export const contentUnsuspension =
  ({ reason, content }: { reason: string | null; content: SanctionedContent }): Message =>
  (letter) => ({
    subject: letter.text(`${content.kind}_unsuspension.subject`),
    blocks: [
      text(letter.text(`${content.kind}_unsuspension.intro`)),
      ...reasonFor(letter, reason),
      ...about(letter, content),
      ...seeContent(letter, content),
    ],
  })

/** What can be appealed against. */
type Appealable = 'user_suspension' | 'user_warning' | 'comment_suspension' | 'workout_suspension'

interface Rejection {
  against: Appealable
  reason: string | null
  content: SanctionedContent | undefined
}

/** Tells that a decision stands. */
export const appealRejected =
  ({ against, reason, content }: Rejection): Message =>
  (letter) => ({
    subject: letter.text('appeal_rejected.subject'),
    blocks: [
      text(letter.text(`appeal_rejected.${against}`)),
      ...reasonFor(letter, reason),
      ...about(letter, content),
    ],
  })
