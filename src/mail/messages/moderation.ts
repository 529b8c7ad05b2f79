import { type Message, text } from '@/mail/letter'
import { about, appealAt, reasonFor, type SanctionedContent, seeContent } from '@/mail/sanctions'

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
